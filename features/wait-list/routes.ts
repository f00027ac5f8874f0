import { listSeasonsOnSale, saleDay } from '#/features/seasons/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { joinWaitList, leaveWaitList, listPlaces, listWaitListEntries } from './contract.ts'
import { endWaitListEntry, insertWaitListEntry, listFreePlaces, listWaitsOf } from './queries.ts'
import { formatPlace } from './format.ts'

export const waitListRoutes = [
  serve(listPlaces, async ({ query, app, now }) => ({ places: await listFreePlaces(app.db, query, now) })),

  serve(listWaitListEntries, async ({ player, app, now }) => ({ waits: await listWaitsOf(app.db, player.id, now) })),

  serve(joinWaitList, async ({ body, player, app, now }) => {
    const area = body.area ?? player.area ?? refuse('profile_incomplete')
    const seasons = await listSeasonsOnSale(app.db, saleDay(now))
    if (!seasons.some(({ id }) => id === body.season_id)) refuse('not_on_sale')
    const wait = await insertWaitListEntry(app.db, { ...body, area, player_id: player.id }, now)
    const place = `You are ${formatPlace(wait.place)} on the wait-list.`
    return { message: `${place} We mail you when it is your turn.`, wait }
  }),

  serve(leaveWaitList, async ({ params, player, app, now }) => {
    if (!(await endWaitListEntry(app.db, params.id, player.id, now))) refuse('not_found')
    return { message: 'You are off the wait-list.' }
  }),
]
