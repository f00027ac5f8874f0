import { wireDay } from '#/contract/fields.ts'
import { countUnplayed, listUnplayed } from '#/features/unplayed/queries.ts'
import type { LeagueFilter, LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import { formatReasons, NOTICE_DAYS } from '#/rules/effort.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import { settleUnplayed, undoSettlements } from './actions.ts'
import * as calls from './contract.ts'
import { listSettled, shownOutcome } from './queries.ts'

const dayMs = 86_400_000

export const unplayedOrganizerRoutes = [
  serve(calls.listUnplayed, async ({ query, player, app, now }) => {
    const league = leaguesOf(player, query)
    const [matches, total, settled] = await Promise.all([
      listUnplayed(app.db, league, now),
      countUnplayed(app.db, league, now),
      listSettled(app.db, league, now),
    ])
    return {
      total: Math.max(total, matches.length),
      settled,
      matches: matches.map(({ id, names, verdict, notice, last_day, ...match }) => ({
        ...match,
        ...shownOutcome(verdict.outcome),
        match_id: id,
        one: names[1],
        two: names[2],
        extends_to: verdict.extends_to && wireDay(verdict.extends_to),
        reasons: formatReasons(verdict, names),
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

  serve(calls.undoSettlements, async (call) => {
    const undone = await undoSettlements(call, call.body)
    return { message: `Taken back: ${undone} ${undone === 1 ? 'match' : 'matches'}. Both sides are notified.` }
  }),
]

function leaguesOf(player: SignedIn, { area, season, year, division }: LeagueFilter): LeaguesInAreas {
  return { areas: organizerAreas(player, area), season, year, division }
}
