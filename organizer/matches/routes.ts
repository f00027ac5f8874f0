import { correctedOf } from '#/features/confirmation/corrected.ts'
import { correct, settle } from '#/features/confirmation/answers.ts'
import { report } from '#/features/matches/report.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import {
  enterResult,
  getOrganizerMatch,
  giveWalkovers as giveWalkoversCall,
  listOrganizerChoices,
  listOrganizerMatches,
  listSilent,
  settleByScore,
  settleByVersion,
  voidResult as voidResultCall,
  type OrganizerFilter,
} from './contract.ts'
import {
  countMatches,
  findOrganizerMatch,
  findNamesakes,
  listOrganizerVersions,
  listDivisionChoices,
  listOrganizerMatchRows,
  listSeasonChoices,
  type LeagueChoice,
} from './queries.ts'
import { giveWalkovers, voidResult } from './results.ts'
import { listSilentOf } from './silent-queries.ts'

export const matchOrganizerRoutes = [
  serve(listOrganizerMatches, async ({ query, player, app, now }) => {
    const league = leagueOf(player, query)
    const filter = query.state ?? (query.player ? 'any' : 'disputed')
    if (filter === 'any' && !query.player)
      refuse('invalid', { fields: { state: 'Choose a state, or type a player’s name.' } })
    const players = query.player ? await findNamesakes(app.db, query.player) : null
    const page = await listOrganizerMatchRows(app.db, { ...query, filter, league, players }, now)
    const count = async (each: OrganizerFilter) =>
      each === filter ? page.total : countMatches(app.db, each, league, players, now)
    const [disputed, unconfirmed, overdue] = await Promise.all([
      count('disputed'),
      count('unconfirmed'),
      count('overdue'),
    ])
    const waiting = { disputed, unconfirmed, overdue }
    return { ...page, state: filter, waiting }
  }),

  serve(listOrganizerChoices, async ({ app }) => ({
    seasons: await listSeasonChoices(app.db),
    divisions: await listDivisionChoices(app.db),
  })),

  serve(getOrganizerMatch, async ({ params, player, app, now }) => {
    const found = (await findOrganizerMatch(app.db, params.id, player, now)) ?? refuse('not_found')
    return { ...found, versions: await listOrganizerVersions(app.db, params.id) }
  }),

  serve(settleByVersion, async ({ params, body: { version, right_version, reason }, player, app, now }) => {
    const answering = { match_id: params.id, version, player, desk: { reason } }
    return { message: await inTransaction(app.db, (tx) => settle(tx, app, answering, right_version, now)) }
  }),

  serve(settleByScore, async ({ params, body: { version, reason, ...score }, player, app, now }) => {
    const answering = { match_id: params.id, version, player, desk: { reason } }
    return { message: await inTransaction(app.db, (tx) => correct(tx, app, answering, correctedOf(score), now)) }
  }),

  serve(enterResult, async ({ body: { reason, ...score }, player, app, now }) => {
    const { id, line } = await report(app, score, player, now, { reason })
    return { message: `Entered: ${line}. The score is final.`, id }
  }),

  serve(voidResultCall, async ({ params, body: { version, reason, again }, player, app, now }) => {
    const answering = { match_id: params.id, version, player, desk: { reason } }
    await inTransaction(app.db, (tx) => voidResult(tx, app, answering, again, now))
    return { message: again ? 'Voided. The match is to be played again.' : 'Voided. The match is canceled.' }
  }),

  serve(giveWalkoversCall, async ({ body: { matches, reason }, player, app, now }) => {
    await inTransaction(app.db, (tx) => giveWalkovers(tx, app, player, matches, reason, now))
    return { message: `Given: ${matches.length} ${matches.length === 1 ? 'match' : 'matches'}.` }
  }),

  serve(listSilent, async ({ query, player, app, now }) => listSilentOf(app.db, leagueOf(player, query), query, now)),
]

type Asked = { area?: string | undefined } & Omit<LeagueChoice, 'areas'>

function leagueOf(player: SignedIn, { area, season, year, division }: Asked): LeagueChoice {
  return { areas: organizerAreas(player, area), season, year, division }
}
