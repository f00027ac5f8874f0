import type { FastifyInstance } from 'fastify'
import { photoKeyOf, type Photos } from './outside/photos.ts'
import { refuse } from './refuse.ts'

/** Serves /photos/{name}. The content of a name never changes, so browsers cache it forever; no shared cache keeps it. */
export function servePhotos(server: FastifyInstance, photos: Photos): void {
  server.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
    const key = photoKeyOf(request.params.name)
    const webp = key && (await photos.get(key))
    if (!webp) refuse('not_found')
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(Buffer.from(webp))
  })
}
