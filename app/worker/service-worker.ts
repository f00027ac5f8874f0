import { CacheFirst, ExpirationPlugin, Serwist, StaleWhileRevalidate, type PrecacheEntry } from 'serwist'
import { SYNC_TAG, sendWaiting } from '#/web/outbox.ts'
import { openNotification, renewSubscription, showPush } from './push.ts'
import { keepShell, openWithoutNetwork } from './shell.ts'

// Without a network it opens the pages of the player, and it shows what is pushed. It answers page loads, our own hashed files and the drawn courts, and nothing else:
// no call of the API, no stream, no download.

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the core screens, put in by the build. */
  __PRECACHE: PrecacheEntry[]
}

/** Addresses that are no screen: what machines ask, and files. As in server/web.ts, and the documents of the API. */
const noPage = /^\/(api|health|ready|metrics|photos|assets|dev|calendar)(\/|$)|\.\w+$|\/\./

/** Screens' files that are kept beside the core ones. */
const MOST_FILES = 150

const worker = new Serwist({
  precacheEntries: self.__PRECACHE,
  precacheOptions: { cleanupOutdatedCaches: true },
  // A new release waits until the player takes it, or all tabs are closed.
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
            event.waitUntil(keepShell(response.clone()).catch(() => {}))
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
          // The screen whose code is missing says so.
          { handlerDidError: async () => new Response(null, { status: 504 }) },
        ],
      }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/courts/'),
      handler: new StaleWhileRevalidate({ cacheName: 'courts' }),
    },
  ],
})
worker.addEventListeners()

self.addEventListener('install', (event) => {
  // The page itself was loaded before this worker was there.
  event.waitUntil(
    fetch('/dashboard')
      .then((response) => (response.ok ? keepShell(response) : undefined))
      .catch(() => {}),
  )
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event.newSubscription).catch(() => {})),
)

self.addEventListener('sync', (event) => {
  // A failure makes the browser try again.
  if (event.tag === SYNC_TAG) event.waitUntil(sendWaiting())
})
