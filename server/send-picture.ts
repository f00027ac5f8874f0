import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { etagOf, matchesEtag } from './etag.ts'

/** Sends a drawing (SVG) as a PNG, or 304 if the client already has it. */
export async function sendPicture(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { svg, cache_control }: { svg: string; cache_control: string },
): Promise<FastifyReply> {
  // The tag is the hash of the whole drawing, so it changes with the organization's name and colors.
  const tag = etagOf(svg)
  void reply.headers({ 'cache-control': cache_control, etag: tag })
  if (matchesEtag(request, tag)) return reply.code(304).send()
  return reply.type('image/png').send(await pictureOf(svg))
}

/** The newest pictures, because a link in a club's chat is opened many times in a minute. */
const pictures = new LRUCache<string, Promise<Buffer>>({ max: 20 })

/** Renders a drawing as a PNG, once for all requests. */
export function pictureOf(svg: string): Promise<Buffer> {
  const known = pictures.get(svg)
  if (known) return known
  const made = toPng(svg)
  pictures.set(svg, made)
  made.catch(() => pictures.delete(svg))
  return made
}

async function toPng(svg: string): Promise<Buffer> {
  // Loaded with the first picture, to keep the start fast.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
