import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { publicNamesOf } from '#/features/leagues/sides.ts'
import { findDivisionCalled, findPlayoffs } from '#/features/playoffs/queries.ts'
import type { App } from '#/server/context.ts'
import { refuse } from '#/server/refuse.ts'
import { parseBracketRequest } from './bracket-request.ts'
import { drawBracket, type PicturedPlayoffs } from './bracket-picture.ts'
import { openLettering } from './lettering.ts'

/**
 * Serves /public/play-offs/picture.png?city=&division= (and season=, year= for others than the newest): the bracket as a
 * picture of 1200 by 630 to share, with the names of public pages. It may be kept, and is asked for again before it is shown:
 * a player may call themselves otherwise since. No JSON, so no endpoint of a contract.
 */
export function servePictures(api: FastifyInstance, app: App): void {
  api.get('/public/play-offs/picture.png', async (request, reply) => {
    const wanted = parseBracketRequest(request.query) ?? refuse('not_found')
    const division = (await findDivisionCalled(app.db, wanted.division)) ?? refuse('not_found')
    const filter = { ...wanted, division: division.slug }
    const playoffs = (await findPlayoffs(app.db, filter, app.clock.now(), publicNamesOf)) ?? refuse('not_found')
    const shown = { area: wanted.area, division_name: division.name, ...playoffs }
    const tag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`
    void reply.header('cache-control', 'public, no-cache').header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('image/png').send(await pictureOf(tag, shown))
  })
}

/** The newest pictures, by their tag: a link that is shared in a club's chat is opened many times in a minute. */
const pictures = new Map<string, Promise<Buffer>>()
const mostPictures = 20

function pictureOf(tag: string, shown: PicturedPlayoffs): Promise<Buffer> {
  const known = pictures.get(tag)
  if (known) return known
  const made = draw(shown)
  pictures.set(tag, made)
  made.catch(() => pictures.delete(tag))
  const [oldest] = pictures.keys()
  if (pictures.size > mostPictures && oldest !== undefined) pictures.delete(oldest)
  return made
}

async function draw(shown: PicturedPlayoffs): Promise<Buffer> {
  const svg = drawBracket(shown, await openLettering())
  // Loaded with the first picture, to keep the start fast.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
