import { sql } from 'kysely'
import { daysBetween } from '#/rules/day.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'
import { scoreLine, scoreOutcome, type MatchStatus, type SetScore, swapSides } from '#/rules/outcome.ts'
import { withAsciiDomain } from '#/contract/fields.ts'
import type { Db, Tx } from '#/server/db.ts'
import { addressOf, normalize, spokenName } from './check.ts'
import type { DerivedEntry, NamedLeague } from './leagues.ts'

/** `entered_on` is the area's day, yyyy-mm-dd. */
export type Side = {
  entry_id: number
  name: string
  entered_on: string
  player_ids: number[]
  /** The entry that the import creates for it. */
  derived?: DerivedEntry
}

/** Finds an entry of a league by email or full name of one of its players. Returns a sentence if there is none. */
export async function openSides(
  db: Db | Tx,
  league_ids: readonly number[],
): Promise<(league: NamedLeague, word: string) => Side | string> {
  const rows =
    league_ids.length === 0
      ? []
      : await db
          .selectFrom('entry_players')
          .innerJoin('players', 'players.id', 'entry_players.player_id')
          .innerJoin('entries', 'entries.id', 'entry_players.entry_id')
          .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
          .innerJoin('leagues', 'leagues.id', 'entry_players.league_id')
          .innerJoin('areas', 'areas.slug', 'leagues.area')
          .select([
            'entry_players.league_id',
            'entry_players.entry_id',
            'entry_players.player_id',
            'players.email',
            'players.name',
            sql<string>`(entries.created_at at time zone areas.time_zone)::date`.as('entered_on'),
          ])
          .where((where) => where.eb('entry_players.league_id', '=', where.fn.any(where.val([...league_ids]))))
          .where('purchases.counts', '=', true)
          .orderBy('entry_players.entry_id')
          .orderBy('entry_players.position')
          .execute()
  const names = new Map<number, string>()
  const days = new Map<number, string>()
  const people = new Map<number, number[]>()
  const found = new Map<string, Set<number>>()
  for (const { league_id, entry_id, player_id, email, name, entered_on } of rows) {
    days.set(entry_id, entered_on)
    people.set(entry_id, [...(people.get(entry_id) ?? []), player_id])
    const before = names.get(entry_id)
    names.set(entry_id, before === undefined ? name : `${before} & ${name}`)
    for (const word of [email, name]) {
      const key = `${league_id} ${comparedAs(word)}`
      found.set(key, (found.get(key) ?? new Set()).add(entry_id))
    }
  }
  return (league, word) => {
    if (word === '') return 'Please enter an email or a full name.'
    // A pair may be given by the names of both players.
    const named = [word, ...word.split(/\s*[&/+]\s*|\s+and\s+/)].map((part) =>
      found.get(`${league.id} ${comparedAs(part)}`),
    )
    const entries = named.find((each) => each !== undefined)
    if (!entries) return `No player with this name or email is in ${league.name}. Please import the entries first.`
    const [entry_id = 0] = entries
    return entries.size > 1
      ? 'Two players in that league have this name. Please enter the email.'
      : {
          entry_id,
          name: names.get(entry_id) ?? word,
          entered_on: days.get(entry_id) ?? '',
          player_ids: people.get(entry_id) ?? [],
        }
  }
}

/** A word in the form in which words are compared. Emails are not folded, which could make two of them equal. */
function comparedAs(word: string): string {
  return word.includes('@') ? withAsciiDomain(addressOf(word)).toLowerCase() : normalize(spokenName(word))
}

/** One key for the matches of two entries of a league, in either order. */
export function keyOf(league_id: number, one: number, two: number): string {
  return `${league_id} ${Math.min(one, two)} ${Math.max(one, two)}`
}

/** A result in one line, for comparing two. */
export function formatResult(sets: readonly SetScore[], status: MatchStatus, winner: number, opponent: number): string {
  const tied = !scoreOutcome(status).has_winner
  const swap = tied && winner > opponent
  const shown = swap ? sets.map(swapSides) : sets
  return `${tied ? '' : winner} ${status ?? ''} ${scoreLine(shown, status)}`
}

type OpenMatch = {
  id: number
  entry_one_id: number
  match_date: string | null
  play_from: string | null
  play_by: string | null
}

/** A play-off match without a result. `until` is the last day on which a result of it counts, yyyy-mm-dd. */
type OpenPlayoffMatch = { id: number; entry_one_id: number; until: string | null }

/** The results of these leagues on these days, and the arranged matches without one. */
export async function readKnownMatches(db: Db | Tx, league_ids: readonly number[], days: readonly string[]) {
  const results = new Map<string, string>()
  const open = new Map<string, OpenMatch[]>()
  const playoffs = new Map<string, OpenPlayoffMatch>()
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)]
  if (league_ids.length > 0 && first !== undefined && last !== undefined) {
    const { rows } = await sql<
      OpenMatch & {
        league_id: number
        entry_two_id: number
        playoff_stage: number | null
        until: string | null
        score_id: number | null
        winner_entry_id: number | null
        set_games: SetScore[]
        match_status: MatchStatus
      }
    >`
      select m.id, m.league_id, m.entry_one_id, m.entry_two_id, m.match_date, m.play_from, m.play_by, m.playoff_stage, m.play_by + ${playoffGraceDays}::int as until, m.score_id, s.winner_entry_id, s.set_games, s.match_status
      from matches m left join scores s on s.id = m.score_id
      where m.league_id = any (${league_ids}::int[]) and m.canceled_at is null
        and (m.score_id is null or m.match_date between ${first} and ${last})
      order by m.round, m.id`.execute(db)
    for (const {
      league_id,
      entry_two_id,
      score_id,
      winner_entry_id,
      set_games,
      match_status,
      playoff_stage,
      until,
      ...match
    } of rows) {
      const key = keyOf(league_id, match.entry_one_id, entry_two_id)
      if (score_id === null && playoff_stage !== null) {
        playoffs.set(key, { id: match.id, entry_one_id: match.entry_one_id, until })
        continue
      }
      if (score_id === null) {
        open.set(key, [...(open.get(key) ?? []), match])
        continue
      }
      const winner = winner_entry_id ?? match.entry_one_id
      const opponent = winner === match.entry_one_id ? entry_two_id : match.entry_one_id
      results.set(`${key} ${match.match_date}`, formatResult(set_games, match_status, winner, opponent))
    }
  }
  return {
    results,
    playoffs,
    /** The open match of the two whose date, or suggested days, are nearest. Returns each match only once. */
    take(pair_and_day: string, match_date: string): OpenMatch | null {
      const pair = pair_and_day.slice(0, pair_and_day.lastIndexOf(' '))
      const matches = open.get(pair) ?? []
      const nearest = matches.toSorted((a, b) => daysOff(a, match_date) - daysOff(b, match_date) || 0)[0] ?? null
      open.set(
        pair,
        matches.filter((match) => match !== nearest),
      )
      return nearest
    },
  }
}

/** The distance in days of a match's date, or its suggested days, from a day. Infinity without either. */
function daysOff({ match_date, play_from, play_by }: OpenMatch, day: string): number {
  if (match_date !== null) return Math.abs(daysBetween(match_date, day))
  if (play_from === null || play_by === null) return Infinity
  return Math.max(daysBetween(day, play_from), daysBetween(play_by, day), 0)
}
