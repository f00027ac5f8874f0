import { findAddressee } from '#/features/accounts/queries.ts'
import { findMatch } from '#/features/matches/card-queries.ts'
import { getMatch } from '#/features/matches/contract.ts'
import { findForecast } from '#/features/ratings/forecast-queries.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { refuseUnproved } from '#/server/session.ts'
import type { Caller } from '#/server/session.ts'
import { arrangeMatch, callOffMatch, objectToDate } from './date-actions.ts'
import { formatState } from './locked-match.ts'
import { reportMessage, sendMessage } from './message-actions.ts'
import {
  counterByLink,
  declineByLink,
  declineOffer,
  offerTimes,
  takeByLink,
  takeTime,
  withdrawOffer,
} from './offer-actions.ts'
import { objectToProposal } from './proposal-actions.ts'
import * as calls from './contract.ts'
import { findTakenCourt, formatTaken } from './court-clashes.ts'
import { formatOffered } from './format.ts'
import { findLinkedOffer, findMatchToArrange, listEvents, listPhonesAgainst } from './queries.ts'
import { toArranging } from './view.ts'

const DECLINED = 'Declined. You can offer times that suit you.'

export const routes = [
  serve(
    getMatch,
    async ({ params, player, app, now }) => {
      const [match, facts, events, taken] = await readMatch(app.db, params.id, player, now)
      // Messages are private to the players. An organizer reads only reported ones.
      const reads = facts.side !== null && player.impersonated_by_id === null ? 'all' : 'reported'
      const phones = facts.side === null ? [] : await listPhonesAgainst(app.db, params.id, facts.side)
      const forecast = await findForecast(app.db, params.id, player, now)
      const arranging = toArranging(facts, events, { now, reads })
      return { ...match, arranging: { ...arranging, court_taken: taken && formatTaken(taken) }, forecast, phones }
    },
    'etag',
  ),

  serve(calls.arrangeMatch, async (call) => {
    refuseUnproved(call.player)
    const warnings = await arrangeMatch(call, { ...call.params, ...call.body })
    const { match_date, match_location } = call.body
    if (match_date !== null) return { message: ['The match is set.', ...warnings].join(' '), warnings }
    return {
      warnings,
      message: match_location === '' ? 'The match has no date now.' : 'The court is set. The match has no date yet.',
    }
  }),

  serve(calls.offerTimes, async (call) => {
    refuseUnproved(call.player)
    const made = await offerTimes(call, { ...call.params, ...call.body })
    return { ...made, message: formatOffered(call.body.times.length, made.warnings) }
  }),

  serve(calls.takeTime, async (call) => takeTime(call, { ...call.params, ...call.body })),

  serve(calls.declineOffer, async (call) => {
    if (call.body.reason) refuseUnproved(call.player)
    await declineOffer(call, { ...call.params, ...call.body })
    return { message: DECLINED }
  }),

  serve(calls.withdrawOffer, async (call) => {
    await withdrawOffer(call, call.params)
    return { message: 'Your offer is withdrawn.' }
  }),

  serve(calls.callOffMatch, async (call) => {
    refuseUnproved(call.player)
    await callOffMatch(call, { ...call.params, ...call.body })
    return { message: 'Called off. The other side is notified.' }
  }),

  serve(calls.objectToDate, async (call) => {
    refuseUnproved(call.player)
    await objectToDate(call, { ...call.params, ...call.body })
    return { message: 'The date is removed. The other side is notified.' }
  }),

  serve(calls.objectToProposal, async (call) => {
    refuseUnproved(call.player)
    await objectToProposal(call, { ...call.params, ...call.body })
    return { message: 'An organizer decides now. The other side sees your objection.' }
  }),

  serve(calls.sendMessage, async (call) => {
    refuseUnproved(call.player)
    await sendMessage(call, { ...call.params, ...call.body })
    return { message: 'Sent.' }
  }),

  serve(calls.reportMessage, async (call) => {
    await reportMessage(call, { ...call.params, ...call.body })
    return { message: 'Reported. An organizer will look at it.' }
  }),

  serve(calls.readOfferLink, async ({ body, app, now }) => {
    const link = (await findLinkedOffer(app.db, body.token, now)) ?? refuse('offer_link_dead')
    const reader = { id: link.player_id, organizer_areas: [] }
    const player = await findAddressee(app.db, link.player_id)
    const facts = await findMatchToArrange(app.db, link.match_id, reader, now)
    if (!player || !facts) refuse('offer_link_dead')
    const offer = facts.offers.find(({ id }) => id === link.offer_id)
    if (!offer || offer.side === facts.side)
      refuse('offer_link_dead', { message: `This offer is no longer open. ${formatState(facts)}` })
    const match = (await findMatch(app.db, link.match_id, reader, now)) ?? refuse('offer_link_dead')
    // A forwarded link shows the offer but none of the players' messages.
    const arranging = { ...toArranging(facts, [], { now, reads: 'reported' }), can_object: false }
    return { match, arranging, offer_id: offer.id, first_name: player.first_name }
  }),

  serve(calls.takeByLink, async (call) => takeByLink(call, call.body)),

  serve(calls.declineByLink, async (call) => {
    await declineByLink(call, call.body)
    return { message: 'Declined. The other side is notified.' }
  }),

  serve(calls.counterByLink, async (call) => {
    const { warnings } = await counterByLink(call, call.body)
    return { warnings, message: formatOffered(call.body.times.length, warnings) }
  }),
]

async function readMatch(db: Db, id: number, player: Caller, now: Date) {
  const [match, facts, events, taken] = await Promise.all([
    findMatch(db, id, player, now),
    findMatchToArrange(db, id, player, now),
    listEvents(db, id, now),
    findTakenCourt(db, id, now),
  ])
  if (!match || !facts) refuse('not_found')
  return [match, facts, events, taken] as const
}
