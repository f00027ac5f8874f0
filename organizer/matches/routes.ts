import { findTakenCourt, formatTaken } from '#/features/arranging/court-clashes.ts'
import { endSentence } from '#/rules/outcome.ts'
import { listBusyPlayers } from '#/features/arranging/same-hour.ts'
import { listContacts } from '#/organizer/desk/contacts.ts'
import { listMatchPlayers } from '#/features/leagues/sides.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { isSealedNow } from '#/features/sealing/queries.ts'
import { enterResult, giveWalkovers, settleByScore, settleByVersion, voidResult } from './actions.ts'
import * as calls from './contract.ts'
import type { OrganizerFilter } from './contract.ts'
import { leaguesOf, readMatchFilter } from './filter.ts'
import {
  countMatches,
  findOrganizerMatch,
  listOrganizerVersions,
  listDivisionChoices,
  listOrganizerMatchRows,
  listSeasonChoices,
} from './queries.ts'
import { listMatchesToEnter } from './to-enter-queries.ts'
import { listSilentOf } from './silent-queries.ts'

export const routes = [
  serve(calls.listOrganizerMatches, async ({ query, player, app, now }) => {
    const { filter, league, players } = await readMatchFilter(app.db, player, query)
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

  serve(calls.listMatchesToEnter, async ({ query, player, app, now }) => ({
    matches: await listMatchesToEnter(app.db, organizerAreas(player), query, now),
  })),

  serve(calls.getOrganizerMatch, async ({ params, player, app, now }) => {
    const found = (await findOrganizerMatch(app.db, params.id, player, now)) ?? refuse('not_found')
    const { league_id, ...shown } = found
    const [versions, busy, sealed, taken, players] = await Promise.all([
      listOrganizerVersions(app.db, params.id),
      listBusyPlayers(app.db, params.id),
      isSealedNow(app.db, league_id, now),
      findTakenCourt(app.db, params.id, now),
      listMatchPlayers(app.db, params.id),
    ])
    const contacts = await listContacts(
      app.db,
      player,
      players.map(({ player_id }) => player_id),
    )
    const same_hour = busy.map(({ name }) => name)
    return { ...shown, versions, sealed, contacts, same_hour, court_taken: taken && formatTaken(taken) }
  }),

  serve(calls.settleByVersion, async (call) => ({
    message: await settleByVersion(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.settleByScore, async (call) => ({
    message: await settleByScore(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.enterResult, async (call) => {
    const { line, ...stored } = await enterResult(call, call.body)
    return { message: `${endSentence(`Entered: ${line}`)} The score is final.`, ...stored }
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
