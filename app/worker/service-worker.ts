import { CacheFirst, ExpirationPlugin, Serwist, StaleWhileRevalidate, type PrecacheEntry } from 'serwist'
import { COURT_CACHE } from '#/web/device-data.ts'
import { SYNC_TAG, sendWaiting } from '#/web/outbox.ts'
import { openNotification, renewSubscription, showPush } from './push.ts'
import { keepShell, openWithoutNetwork } from './shell.ts'

// Opens the player's pages without a network, and shows pushed notifications. Responds only to page loads and to
// requests for our own hashed files and the drawn courts: never to an API call, a stream or a download.

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the core screens, inserted by the build. */
  __PRECACHE: PrecacheEntry[]
}

/** Addresses that are not screens: machine endpoints and files. As in server/web.ts, plus the API's documents. */
const noPage = /^\/(api|health|ready|metrics|photos|assets|dev|calendar)(\/|$)|\.\w+$|\/\./

/** Maximum cached screen files in addition to the core ones. */
const MOST_FILES = 150

const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg"/>'

const worker = new Serwist({
  precacheEntries: self.__PRECACHE,
  precacheOptions: { cleanupOutdatedCaches: true },
  // A new release waits until the player accepts it, or all tabs are closed.
  skipWaiting: false,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, url, sameOrigin }) =>
        sameOrigin && request.mode === 'navigate' && !noPage.test(url.pathname),
      handler: async ({ request, event }) => {
        try {
          const response = await fetch(request)
          if (response.ok && new URL(request.url).pathname.startsWith('/dashboard'))
            event.waitUntil(keepShell().catch(() => {}))
          return response
        } catch (error) {
          const shell = await openWithoutNetwork()
          if (!shell) throw error
          return shell
        }
      },
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && /^\/(assets|organization)\//.test(url.pathname),
      handler: new CacheFirst({
        cacheName: 'files',
        plugins: [
          new ExpirationPlugin({ maxEntries: MOST_FILES, purgeOnQuotaError: true }),
          // A screen whose code is missing shows this itself.
          { handlerDidError: async () => new Response(null, { status: 504 }) },
        ],
      }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/courts/'),
      handler: new StaleWhileRevalidate({
        cacheName: COURT_CACHE,
        // Replaces the browser's sign for a broken picture.
        plugins: [
          { handlerDidError: async () => new Response(emptyPicture, { headers: { 'content-type': 'image/svg+xml' } }) },
        ],
      }),
    },
  ],
})
worker.addEventListeners()

self.addEventListener('install', (event) => {
  // The first page was loaded before this worker existed, so the worker has to request it.
  event.waitUntil(keepShell().catch(() => {}))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event.newSubscription).catch(() => {})),
)

self.addEventListener('sync', (event) => {
  // If this fails, the browser sends the event again.
  if (event.tag === SYNC_TAG) event.waitUntil(sendWaiting())
})
