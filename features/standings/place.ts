import type { Reply } from '#/contract/endpoint.ts'
import {
  placesInTheEnd,
  playoffNeedsOf,
  playoffStatusOf,
  type Pairing,
  prospectAfter,
  remainingMatches,
} from '#/rules/needs.ts'
import {
  explainRank,
  rankStandings,
  tieBreakText,
  type StandingRow,
  type StandingMatch,
  topHalfOf,
} from '#/rules/standings.ts'
import type { explainPlace, FullStandingLine, PlaceNeeds, PlayoffStatus } from './place-contract.ts'
import type { EntryNames, LeagueSnapshot, OpenMatch } from './place-queries.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { sportOf } from '#/rules/sports/formats.ts'

function nameOf(snapshot: LeagueSnapshot, entry_id: number): string {
  return snapshot.names.get(entry_id)?.names ?? ''
}

/** The table with all results, and the table with final results only; each with the matches that then remain. */
function viewsOf(snapshot: LeagueSnapshot) {
  const remaining = remainingOf(snapshot)
  const open = snapshot.matches.filter(({ final }) => !final)
  const view = (matches: readonly StandingMatch[], left: readonly Pairing[]) => {
    const rows = rankStandings(snapshot.entries, matches, snapshot.rules)
    return { rows, remaining: left, places: placesInTheEnd(rows, left, wonIn(matches)) }
  }
  const withOpen = [...remaining, ...open.map(({ entry_1, entry_2 }): Pairing => [entry_1, entry_2])]
  return {
    ...view(snapshot.matches, remaining),
    strict:
      open.length > 0
        ? view(
            snapshot.matches.filter(({ final }) => final),
            withOpen,
          )
        : null,
    open: open.length,
    rules: snapshot.rules,
    // Any two may then report one match more, and it counts.
    may_add_matches: !snapshot.season_over && (snapshot.only_scheduled || snapshot.rules.meetings === null),
  }
}

type Views = ReturnType<typeof viewsOf>

/** The results that somebody won, the winner first. */
function wonIn(matches: readonly StandingMatch[]): Pairing[] {
  return matches.flatMap(({ entry_1, entry_2, winner }): Pairing[] =>
    winner === null ? [] : [[winner, winner === entry_1 ? entry_2 : entry_1]],
  )
}

/** The play-off status as results stand; `provisional` when a correction, or a match that players add, could change it. */
function statusOf(
  { rows, remaining, places, strict, rules, may_add_matches }: Views,
  entry_id: number,
): { status: PlayoffStatus; provisional: boolean } {
  const status = playoffStatusOf(rows, remaining, entry_id, { rules, places })
  const claimed = status === 'in' || status === 'out'
  const provisional =
    claimed &&
    (may_add_matches ||
      (strict !== null &&
        playoffStatusOf(strict.rows, strict.remaining, entry_id, { rules, places: strict.places }) !== status))
  return { status, provisional }
}

/** The whole table, best first. */
export function fullTable(snapshot: LeagueSnapshot): FullStandingLine[] {
  const views = viewsOf(snapshot)
  return views.rows.flatMap((row) => {
    const names = snapshot.names.get(row.entry_id)
    return names ? [fullLine(snapshot, views, row, names)] : []
  })
}

function fullLine(snapshot: LeagueSnapshot, views: Views, row: StandingRow, names: EntryNames): FullStandingLine {
  const { status: playoffs, provisional } = statusOf(views, row.entry_id)
  const mine = snapshot.matches.filter(({ entry_1, entry_2 }) => entry_1 === row.entry_id || entry_2 === row.entry_id)
  return { ...row, ...names, unconfirmed: mine.filter(({ final }) => !final).length, playoffs, provisional }
}

/** Why the entry has its place, and what it needs for the play-offs; undefined when it is not in the league. */
export function placeOf(
  snapshot: LeagueSnapshot,
  entry_id: number,
): Omit<Reply<typeof explainPlace>, 'league_id'> | undefined {
  const views = viewsOf(snapshot)
  const row = views.rows.find((each) => each.entry_id === entry_id)
  if (!row) return undefined
  const { league_name, level_name, year, area } = snapshot.league
  return {
    league_name,
    level_name,
    year,
    area,
    entry_id,
    name: nameOf(snapshot, entry_id),
    is_me: snapshot.names.get(entry_id)?.is_me ?? false,
    rank: row.rank,
    total: views.rows.length,
    steps: explainRank(snapshot.entries, snapshot.matches, entry_id, snapshot.rules).map(
      ({ code, figures, groups }) => {
        return {
          code,
          ...tieBreakText(code, sportOf(snapshot.rules.formats)),
          figures: figures.map((figure) => ({ ...figure, name: nameOf(snapshot, figure.entry_id) })),
          groups,
        }
      },
    ),
    needs: {
      ...playoffNeedsOf(views.rows, views.remaining, entry_id, { rules: views.rules, places: views.places }),
      ...statusOf(views, entry_id),
      open_results: views.open + snapshot.disputed.length,
      season_over: snapshot.season_over,
      may_add_matches: views.may_add_matches,
      only_scheduled: snapshot.only_scheduled,
      top_half: topHalfOf(views.rows.length),
      matches: views.rules.playoff_matches,
      next: nextOf(snapshot, views, entry_id),
    },
  }
}

/** The entry's next match, those on the schedule first, and what a win or a loss would mean. */
function nextOf(snapshot: LeagueSnapshot, { rows, remaining, rules }: Views, entry_id: number): PlaceNeeds['next'] {
  const arranged = snapshot.season_over
    ? undefined
    : snapshot.arranged.find(({ entry_one_id, entry_two_id }) =>
        isBetween(snapshot, entry_id, entry_one_id, entry_two_id),
      )
  const match = arranged
    ? ([arranged.entry_one_id, arranged.entry_two_id] as const)
    : remaining.find((pair) => pair.includes(entry_id))
  if (!match || snapshot.season_over) return null
  const opponent = match[0] === entry_id ? match[1] : match[0]
  const mine = snapshot.names.get(entry_id)?.is_me ?? false
  const won = wonIn(snapshot.matches)
  const prospect = (result: Pairing) => prospectAfter({ rows, remaining, won }, result, entry_id, rules)
  return {
    opponent: nameOf(snapshot, opponent),
    // Other players must not learn where somebody will be on which day.
    matchup_id: mine ? (arranged?.id ?? null) : null,
    match_date: mine ? (arranged?.match_date ?? null) : null,
    won: prospect([entry_id, opponent]),
    lost: prospect([opponent, entry_id]),
  }
}

/** Whether the entry plays this match, against an opponent who is still in the league. */
function isBetween({ entries }: LeagueSnapshot, entry_id: number, one: number, two: number): boolean {
  const opponent = one === entry_id ? two : two === entry_id ? one : null
  return entries.some((entry) => entry.entry_id === opponent)
}

/** The matches that can still change the table. After the season's last counting day only disputes can. */
function remainingOf({ entries, matches, arranged, disputed, only_scheduled, season_over, rules }: LeagueSnapshot) {
  const ids = entries.map(({ entry_id }) => entry_id)
  const known = [
    ...matches.map(({ entry_1, entry_2 }) => ({ entry_one_id: entry_1, entry_two_id: entry_2, played: true })),
    ...disputed.map((match) => ({ ...match, played: false })),
    ...arranged.filter((match) => !hasMetEnough(match, matches, rules)).map((match) => ({ ...match, played: false })),
  ]
  if (!season_over) return remainingMatches(ids, known, only_scheduled ? 0 : rules.meetings)
  const entered = new Set(ids)
  return disputed
    .filter((match) => entered.has(match.entry_one_id) && entered.has(match.entry_two_id))
    .map((match) => [match.entry_one_id, match.entry_two_id] as const)
}

/** Whether as many matches of the two count already as the season's rules allow. */
function hasMetEnough(
  { entry_one_id, entry_two_id }: OpenMatch,
  matches: readonly StandingMatch[],
  { meetings }: SeasonRules,
): boolean {
  if (meetings === null) return false
  const pair = [entry_one_id, entry_two_id]
  return matches.filter(({ entry_1, entry_2 }) => pair.includes(entry_1) && pair.includes(entry_2)).length >= meetings
}
