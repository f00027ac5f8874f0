import { wireDay } from '#/contract/wire-day.ts'
import { NOTICE_DAYS } from '#/rules/effort.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { serve } from '#/server/serve.ts'
import { settleAllUnplayed, settleUnplayed, undoSettlements } from './actions.ts'
import * as calls from './contract.ts'
import type { ShownOutcome } from './contract.ts'
import { listProposals } from './proposals.ts'
import { listSettled, shownOutcome } from './queries.ts'

const dayMs = 86_400_000

export const routes = [
  serve(calls.listUnplayed, async ({ query, player, app, now }) => {
    const league = { ...query, area: undefined, areas: organizerAreas(player, query.area) }
    const [{ all, mine, digest }, settled] = await Promise.all([
      listProposals(app.db, player.id, league, now),
      listSettled(app.db, league, now),
    ])
    const count = (of: ShownOutcome) =>
      mine.filter(({ proposal }) => shownOutcome(proposal.outcome).outcome === of).length
    return {
      total: all.length,
      proposed: { walkover: count('walkover'), extended: count('extended'), not_played: count('not_played') },
      digest,
      settled,
      matches: all.slice(0, calls.MOST_LISTED).map(({ id, names, proposal, notice, last_day, messages, ...match }) => ({
        ...match,
        ...shownOutcome(proposal.outcome),
        match_id: id,
        one: names[1],
        two: names[2],
        extends_to: proposal.extends_to && wireDay(proposal.extends_to),
        reasons: proposal.reasons,
        messages: { one: messages[1], two: messages[2] },
        last_day: wireDay(last_day),
        objected: notice !== null && notice.objected_at !== null,
        applies_at:
          notice && !notice.objected_at
            ? new Date(notice.noticed_at.getTime() + NOTICE_DAYS * dayMs).toISOString()
            : null,
      })),
    }
  }),

  serve(calls.settleUnplayed, async (call) => {
    const settled = await settleUnplayed(call, call.body)
    return { message: `Settled ${settled} ${settled === 1 ? 'match' : 'matches'}. Both sides are notified.`, settled }
  }),

  serve(calls.settleAllUnplayed, async (call) => ({ task_id: await settleAllUnplayed(call, call.body) })),

  serve(calls.undoSettlements, async (call) => {
    const undone = await undoSettlements(call, call.body)
    return { message: `Undone: ${undone} ${undone === 1 ? 'match' : 'matches'}. Both sides are notified.` }
  }),
]
