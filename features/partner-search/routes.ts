import { serve } from '#/server/serve.ts'
import { refuseUnproved } from '#/server/session.ts'
import * as actions from './actions.ts'
import * as calls from './contract.ts'
import { listLooking, listOffers, listSearchLeagues } from './queries.ts'

export const routes = [
  serve(calls.listPartnerSearches, async ({ player, app, now }) => {
    const leagues = await listSearchLeagues(app.db, player, now)
    const [looking, offers] = await Promise.all([
      listLooking(app.db, player, leagues, now),
      listOffers(app.db, player, now),
    ])
    return {
      leagues: leagues.map((league) => {
        const isHere = ({ league_id }: { league_id: number }) => league_id === league.league_id
        const here = offers.filter(isHere)
        return {
          ...league,
          players: looking.filter(isHere),
          offers: here.filter(({ answer }) => answer === null),
          agreed: here.find(({ answer }) => answer === 'accepted') ?? null,
        }
      }),
    }
  }),

  serve(calls.setPartnerSearch, async (call) => {
    if (call.body.days !== null) refuseUnproved(call.player)
    return { message: await actions.setPartnerSearch(call, { ...call.params, ...call.body }) }
  }),

  serve(calls.offerPartnership, async (call) => {
    refuseUnproved(call.player)
    return { message: await actions.offerPartnership(call, { ...call.params, ...call.body }) }
  }),

  serve(calls.acceptPartnership, async (call) => {
    refuseUnproved(call.player)
    return { message: await actions.acceptPartnership(call, call.params) }
  }),

  serve(calls.endPartnership, async (call) => ({ message: await actions.endPartnership(call, call.params) })),
]
