import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const built = fileURLToPath(new URL('../dist/web/', import.meta.url))

/** Serves the browser's half (`npm run build`): hashed files for a year, the page for every other address. */
export async function serveWeb(server: FastifyInstance): Promise<void> {
  if (!existsSync(built)) return
  await server.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      )
    },
  })
  const page = await readFile(new URL('index.html', `file://${built}`), 'utf8')
  server.setNotFoundHandler((request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(request.url.split('?')[0] ?? '')
    if (!wantsPage) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such thing here.')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
