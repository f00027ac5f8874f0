import { findTakenCourt, formatTaken } from '#/features/arranging/court-clashes.ts'
import { endSentence } from '#/rules/outcome.ts'
import { listBusyPlayers } from '#/features/arranging/same-hour.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import { type LeagueFilter, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import { isSealedNow } from '#/features/sealing/queries.ts'
import { enterResult, giveWalkovers, settleByScore, settleByVersion, voidResult } from './actions.ts'
import * as calls from './contract.ts'
import type { OrganizerFilter } from './contract.ts'
import {
  countMatches,
  findOrganizerMatch,
  listNamesakes,
  listOrganizerVersions,
  listDivisionChoices,
  listOrganizerMatchRows,
  listSeasonChoices,
} from './queries.ts'
import { listSilentOf } from './silent-queries.ts'

/** Above this many matches, ask for a longer name. */
const mostNamesakes = 100

export const routes = [
  serve(calls.listOrganizerMatches, async ({ query, player, app, now }) => {
    const league = leaguesOf(player, query)
    const isNarrow = query.player !== undefined || query.league_id !== undefined
    const filter = query.state ?? (isNarrow ? 'any' : 'disputed')
    if (filter === 'any' && !isNarrow)
      refuse('invalid', { fields: { state: 'Choose a state, or type a player’s name.' } })
    const players = query.player ? await listNamesakes(app.db, query.player, mostNamesakes + 1) : null
    if (players && players.length > mostNamesakes)
      refuse('invalid', {
        fields: { player: `More than ${mostNamesakes} players match this name. Please type more of the name.` },
      })
    const page = await listOrganizerMatchRows(app.db, { ...query, filter, league, players }, now)
    const count = async (each: OrganizerFilter) =>
      each === filter ? page.total : countMatches(app.db, each, league, players, now)
    const [disputed, unconfirmed, overdue, clashing] = await Promise.all([
      count('disputed'),
      count('unconfirmed'),
      count('overdue'),
      count('clashing'),
    ])
    const waiting = { disputed, unconfirmed, overdue, clashing }
    return { ...page, state: filter, waiting }
  }),

  serve(calls.listOrganizerChoices, async ({ app }) => ({
    seasons: await listSeasonChoices(app.db),
    divisions: await listDivisionChoices(app.db),
  })),

  serve(calls.getOrganizerMatch, async ({ params, player, app, now }) => {
    const found = (await findOrganizerMatch(app.db, params.id, player, now)) ?? refuse('not_found')
    const { league_id, ...shown } = found
    const [versions, busy, sealed, taken] = await Promise.all([
      listOrganizerVersions(app.db, params.id),
      listBusyPlayers(app.db, params.id),
      isSealedNow(app.db, league_id, now),
      findTakenCourt(app.db, params.id, now),
    ])
    const same_hour = busy.map(({ name }) => name)
    return { ...shown, versions, sealed, same_hour, court_taken: taken && formatTaken(taken) }
  }),

  serve(calls.settleByVersion, async (call) => ({
    message: await settleByVersion(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.settleByScore, async (call) => ({
    message: await settleByScore(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.enterResult, async (call) => {
    const { id, line } = await enterResult(call, call.body)
    return { message: `${endSentence(`Entered: ${line}`)} The score is final.`, id }
  }),

  serve(calls.voidResult, async (call) => ({
    message: await voidResult(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.giveWalkovers, async (call) => {
    const { matches } = call.body
    await giveWalkovers(call, call.body)
    return { message: `Awarded ${matches.length} ${matches.length === 1 ? 'match' : 'matches'}.` }
  }),

  serve(calls.listSilent, async ({ query, player, app, now }) =>
    listSilentOf(app.db, leaguesOf(player, query), query, now),
  ),
]

function leaguesOf(player: SignedIn, { area, season, year, division, league_id }: LeagueFilter): LeaguesInAreas {
  return { areas: organizerAreas(player, area), season, year, division, league_id }
}
