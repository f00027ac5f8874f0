import { correctedOf } from '#/features/confirmation/corrected.ts'
import { correct, settle } from '#/features/confirmation/answers.ts'
import { report } from '#/features/matches/report.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import { type LeagueFilter, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'
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
  listNamesakes,
  listOrganizerVersions,
  listDivisionChoices,
  listOrganizerMatchRows,
  listSeasonChoices,
} from './queries.ts'
import { giveWalkovers, voidResult } from './results.ts'
import { listSilentOf } from './silent-queries.ts'

/** A name that more players have than this has to be completed first. */
const mostNamesakes = 100

export const matchOrganizerRoutes = [
  serve(listOrganizerMatches, async ({ query, player, app, now }) => {
    const league = leaguesOf(player, query)
    const filter = query.state ?? (query.player ? 'any' : 'disputed')
    if (filter === 'any' && !query.player)
      refuse('invalid', { fields: { state: 'Choose a state, or type a player’s name.' } })
    const players = query.player ? await listNamesakes(app.db, query.player, mostNamesakes + 1) : null
    if (players && players.length > mostNamesakes)
      refuse('invalid', {
        fields: { player: `More than ${mostNamesakes} players match this name. Type more of the name.` },
      })
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

  serve(listSilent, async ({ query, player, app, now }) => listSilentOf(app.db, leaguesOf(player, query), query, now)),
]

function leaguesOf(player: SignedIn, { area, season, year, division }: LeagueFilter): LeaguesInAreas {
  return { areas: organizerAreas(player, area), season, year, division }
}
