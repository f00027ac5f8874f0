import type { FastifyInstance } from 'fastify'
import { shapeQuery } from '#/contract/picture-shapes.ts'
import type { App } from '#/server/context.ts'
import { openLettering } from '#/server/lettering.ts'
import { findLogo } from '#/server/organization-files.ts'
import { refuse } from '#/server/refuse.ts'
import { sendPicture } from '#/server/send-picture.ts'
import { openRecap } from './link.ts'
import { drawRecap } from './picture.ts'
import { findSharedRecap } from './queries.ts'

/** Serves /public/recaps/{token}.png (?shape=story for a tall one), which must be revalidated: it may be private by now. */
export function serveRecapPictures(api: FastifyInstance, app: App): void {
  api.get<{ Params: { token: string } }>('/public/recaps/:token([\\w-]{1,200}).png', async (request, reply) => {
    app.admission.check('anonymous')
    const { shape = 'card' } = shapeQuery.safeParse(request.query).data ?? refuse('not_found')
    const of = openRecap(app.secrets, request.params.token) ?? refuse('not_found')
    const recap = (await findSharedRecap(app.db, of, app.clock.now())) ?? refuse('not_found')
    const [pen, logo] = await Promise.all([openLettering(), findLogo(app.db)])
    return sendPicture(request, reply, { svg: drawRecap(recap, shape, pen, logo), cache_control: 'public, no-cache' })
  })
}
