import type { FastifyInstance } from 'fastify'
import { organization } from '#/contract/organization.ts'

/** Serves the web app's manifest: what the app is called, and looks like, on a home screen. */
export function serveManifest(server: FastifyInstance): void {
  server.get('/manifest.webmanifest', (_request, reply) => {
    const { name, short_name } = organization()
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        JSON.stringify({
          name,
          short_name,
          description: 'Recreational tennis leagues: join a season, play, stand in the table.',
          start_url: '/',
          display: 'standalone',
          background_color: '#f3f0e7',
          theme_color: '#0c2118',
          icons: [
            { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
            { src: '/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any maskable' },
            { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
          ],
        }),
      )
  })
}
