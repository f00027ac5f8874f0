import { drawRecap } from '#/features/pictures/recap-picture.ts'
import { openLettering } from '#/server/lettering.ts'
import { findLogo } from '#/server/organization-files.ts'
import { refuse } from '#/server/refuse.ts'
import { pictureOf } from '#/server/send-picture.ts'
import { serve } from '#/server/serve.ts'
import * as calls from './contract.ts'
import { openRecap, sealRecap } from './link.ts'
import { findPublicRecap, findRecap, findSharedRecap } from './queries.ts'

export const routes = [
  serve(calls.getRecap, async ({ params, player, app, now }) => {
    const { shows_record, ...recap } = (await findRecap(app.db, player, params.id, now)) ?? refuse('not_found')
    const of = { player_id: player.id, season_id: recap.season.id }
    return { ...recap, share: shows_record ? sealRecap(app.secrets, of) : null }
  }),

  serve(calls.getRecapPicture, async ({ params, query, player, app, now }) => {
    const of = { player_id: player.id, season_id: params.id }
    const recap = (await findPublicRecap(app.db, of, now)) ?? refuse('not_found')
    const [pen, logo] = await Promise.all([openLettering(), findLogo(app.db)])
    const { slug, year } = recap.season
    const content = onePiece(await pictureOf(drawRecap(recap, query.shape ?? 'card', pen, logo)))
    return { name: `my-season-${slug}-${year}.png`, content }
  }),

  serve(calls.getSharedRecap, async ({ params, app, now }) => {
    const of = openRecap(app.secrets, params.token) ?? refuse('not_found')
    return (await findSharedRecap(app.db, of, now)) ?? refuse('not_found')
  }),
]

async function* onePiece(picture: Buffer): AsyncGenerator<Uint8Array> {
  yield picture
}
