import type { FastifyInstance } from 'fastify'
import { publicName } from '#/features/leagues/sides.ts'
import { findDivisionCalled, findPlayoffs } from '#/features/playoffs/queries.ts'
import type { App } from '#/server/context.ts'
import { findLogo } from '#/server/organization-files.ts'
import { refuse } from '#/server/refuse.ts'
import { parseBracketRequest } from './bracket-request.ts'
import { drawBracket } from './bracket-picture.ts'
import { findPublicResult } from '#/features/matches/result-queries.ts'
import { isPictured } from '#/features/results/pictured.ts'
import { openRecap } from '#/features/recap/link.ts'
import { findSharedRecap } from '#/features/recap/queries.ts'
import { drawRecap } from './recap-picture.ts'
import { shapeQuery } from './shapes.ts'
import { drawResult } from './result-picture.ts'
import { openLettering } from '#/server/lettering.ts'
import { sendPicture } from '#/server/send-picture.ts'

/**
 * Pictures with public names: the bracket at /public/play-offs/picture.png?city=&division= (season=, year= for older
 * ones), results at /public/results/{id}.png and shared seasons at /public/recaps/{token}.png (?shape=story for tall ones). They must be revalidated before they are
 * shown again, because a name may have changed. Not JSON, so they are no endpoints of a contract.
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

  api.get<{ Params: { id: string } }>('/public/results/:id(^\\d{1,9}).png', async (request, reply) => {
    app.admission.check('anonymous')
    const { shape = 'card' } = shapeQuery.safeParse(request.query).data ?? refuse('not_found')
    const result = await findPublicResult(app.db, Number(request.params.id), app.clock.now())
    if (!result || !isPictured(result)) refuse('not_found')
    const [pen, logo] = await Promise.all([openLettering(), findLogo(app.db)])
    return sendPicture(request, reply, { svg: drawResult(result, shape, pen, logo), cache_control: 'public, no-cache' })
  })
  api.get<{ Params: { token: string } }>('/public/recaps/:token([\\w-]{1,200}).png', async (request, reply) => {
    app.admission.check('anonymous')
    const { shape = 'card' } = shapeQuery.safeParse(request.query).data ?? refuse('not_found')
    const of = openRecap(app.secrets, request.params.token) ?? refuse('not_found')
    const recap = (await findSharedRecap(app.db, of, app.clock.now())) ?? refuse('not_found')
    const [pen, logo] = await Promise.all([openLettering(), findLogo(app.db)])
    return sendPicture(request, reply, { svg: drawRecap(recap, shape, pen, logo), cache_control: 'public, no-cache' })
  })
}
