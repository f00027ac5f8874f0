import { makeRefundNow } from '#/features/refunds/refund-actions.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { readLeaving } from './leaving-queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { deductPoints } from './deduction-actions.ts'
import {
  enterPlayer,
  freezeEntry,
  moveEntry,
  replacePlayer,
  withdrawEntry,
  withdrawEntryInvitation,
} from './actions.ts'
import * as calls from './contract.ts'
import { listEntrants } from './change-queries.ts'
import { findOrganizerEntry, listEntries, listInvited, listLeagueChoices, listSeasonsAndDivisions } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerEntries, async ({ query, player, app, now }) => {
    const areas = organizerAreas(player, query.area)
    const { state, ...filter } = query
    return state === 'invited'
      ? listInvited(app.db, { ...filter, areas }, now)
      : listEntries(app.db, { ...filter, state, areas })
  }),

  serve(calls.listEntryChoices, async ({ player, app, now }) => {
    const today = saleDay(now)
    const choices = await listSeasonsAndDivisions(app.db, today)
    return { ...choices, leagues: await listLeagueChoices(app.db, player.organizer_areas, today) }
  }),

  serve(
    calls.getOrganizerEntry,
    async ({ params, player, app, now }) =>
      (await findOrganizerEntry(app.db, params.id, player.organizer_areas, saleDay(now))) ?? refuse('not_found'),
  ),

  serve(calls.moveEntry, async (call) => moveEntry(call, { entry_id: call.params.id, ...call.body })),

  serve(calls.withdrawEntry, async (call) => {
    const { refund_id, message } = await withdrawEntry(call, { entry_id: call.params.id, ...call.body })
    if (!call.body.refund) return { message: `${message} No money has moved.` }
    const made = refund_id === null ? null : await makeRefundNow(call.app, refund_id, call.now, call.log)
    if (made?.state === 'failed')
      refuse('refund_refused', { message: `${made.failed_reason} Nothing was refunded, and the entry stays.` })
    return {
      message:
        made?.state !== 'requested'
          ? message
          : `${message} The card service is not responding right now. We will make the refund as soon as it is back.`,
    }
  }),

  serve(calls.deductPoints, async (call) => ({
    message: await deductPoints(call, { league_id: call.params.id, ...call.body }),
  })),

  serve(
    calls.previewLeaving,
    async ({ params, player, app, now }) =>
      (await readLeaving(app.db, params.id, player.organizer_areas, now)) ?? refuse('not_found'),
  ),

  serve(calls.replacePlayer, async (call) => ({
    message: await replacePlayer(call, { entry_id: call.params.id, ...call.body }),
  })),

  serve(calls.enterPlayer, async (call) => enterPlayer(call, call.body)),

  serve(calls.freezeEntry, async (call) => ({
    message: await freezeEntry(call, { entry_id: call.params.id, ...call.body }),
  })),

  serve(calls.withdrawEntryInvitation, async (call) => ({
    message: await withdrawEntryInvitation(call, { ...call.params, ...call.body }),
  })),

  serve(calls.searchEntrants, async ({ query, player, app }) => ({
    players: await listEntrants(app.db, player, query.search),
  })),
]
