import type { FastifyInstance } from 'fastify'
import { publicName } from '#/features/leagues/sides.ts'
import { findDivisionCalled, findPlayoffs } from '#/features/playoffs/queries.ts'
import type { App } from '#/server/context.ts'
import { findLogo } from '#/server/organization-files.ts'
import { refuse } from '#/server/refuse.ts'
import { parseBracketRequest } from './bracket-request.ts'
import { drawBracket } from './bracket-picture.ts'
import { openLettering } from '#/server/lettering.ts'
import { sendPicture } from '#/server/send-picture.ts'

/**
 * Serves /public/play-offs/picture.png?city=&division= (season=, year= for older ones): the bracket as a picture of
 * 1200 by 630 with public names. It must be revalidated before it is shown again, because a name may have changed. Not
 * JSON, so it is not an endpoint of a contract.
 */
export function servePictures(api: FastifyInstance, app: App): void {
  api.get('/public/play-offs/picture.png', async (request, reply) => {
    app.admission.check('anonymous')
    const wanted = parseBracketRequest(request.query) ?? refuse('not_found')
    const division = (await findDivisionCalled(app.db, wanted.division)) ?? refuse('not_found')
    const filter = { ...wanted, division: division.slug }
    const playoffs = (await findPlayoffs(app.db, filter, app.clock.now(), publicName)) ?? refuse('not_found')
    const shown = { area: wanted.area, division_name: division.name, ...playoffs }
    const [pen, logo] = await Promise.all([openLettering(), findLogo(app.db)])
    const svg = drawBracket(shown, pen, logo)
    return sendPicture(request, reply, { svg, cache_control: 'public, no-cache' })
  })
}
