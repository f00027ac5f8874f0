import { tieBreakText } from '#/rules/ranking.ts'
import type { Reply } from '#/contract/endpoint.ts'
import {
  playoffNeedsOf,
  playoffStatusOf,
  type Pairing,
  prospectAfter,
  remainingMatches,
  seedsInTheEnd,
} from '#/rules/needs.ts'
import {
  explainRank,
  flightsOf,
  isLadder,
  playoffField,
  rankedWins,
  rankStandings,
  type StandingRow,
  type StandingMatch,
  topHalfOf,
} from '#/rules/standings.ts'
import type { explainPlace, FullStandingLine, PlaceNeeds, PlayoffStatus } from './place-contract.ts'
import type { EntryNames, LeagueSnapshot, OpenMatch } from './place-queries.ts'
import type { LeagueRules } from '#/rules/season-rules.ts'
import { movesOfBoxes } from '#/rules/formats/boxes.ts'
import { formatWordsOf } from '#/rules/formats/formats.ts'
import { sportOf } from '#/rules/sports/formats.ts'

export function nameOf(snapshot: LeagueSnapshot, entry_id: number): string {
  return snapshot.names.get(entry_id)?.names ?? ''
}

/** The flights, each as a separate league, or the whole league without flights. */
export function flightsIn(snapshot: LeagueSnapshot): Flight[] {
  const { entries, matches, rules, season_over, disputed } = snapshot
  const flights = flightsOf(entries)
  const is_over = flights.length > 1 && season_over && disputed.length === 0
  const field = is_over ? playoffField(rankStandings(entries, matches, rules), rules) : null
  return flights.map(({ entries: own }, index) => ({
    snapshot: { ...snapshot, entries: [...own] },
    // The bracket takes the first of each flight, then the second of each, and so on.
    sure_places:
      flights.length === 1
        ? rules.playoff_places
        : Math.ceil(Math.max(0, rules.playoff_places - index) / flights.length),
    field,
  }))
}

type Flight = {
  snapshot: LeagueSnapshot
  /** How many of the flight's best are in the bracket, whatever happens in the other flights. */
  sure_places: number
  /**
   * The entries in the bracket by the current results, if there are several flights and no match remains. Null
   * otherwise.
   */
  field: readonly number[] | null
}

/** The table with all results, and the table with final results only, each with its remaining matches. */
export function viewsOf({ snapshot, sure_places, field }: Flight) {
  const remaining = remainingOf(snapshot)
  const open = snapshot.matches.filter(({ final }) => !final)
  const view = (matches: readonly StandingMatch[], left: readonly Pairing[]) => {
    const table = rankStandings(snapshot.entries, matches, snapshot.rules)
    const rows = table.map((row) => ({ ...row, wins: rankedWins(row) }))
    const league = { entries: snapshot.entries, matches, remaining: left }
    return { ...league, table, rows, seeds: seedsInTheEnd(league, { ...snapshot.rules, playoff_places: sure_places }) }
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
    sure_places,
    field,
    may_add_matches: mayAddMatches(snapshot),
  }
}

/** Whether the draw, or any two entries, may still add a match that counts in the final table. */
function mayAddMatches({ season_over, draw_may_add, rounds_to_come, only_scheduled, rules }: LeagueSnapshot): boolean {
  if (season_over) return false
  if (draw_may_add || rounds_to_come > 0 || rules.meetings === null) return true
  return only_scheduled && rules.counts_added
}

type Views = ReturnType<typeof viewsOf>

/** The play-off status under the current results. `provisional` if a correction or an added match could change it. */
export function statusOf(
  { rows, remaining, seeds, strict, rules, sure_places, field, may_add_matches }: Views,
  entry_id: number,
): { status: PlayoffStatus; provisional: boolean } {
  const of = (view: Pick<Views, 'rows' | 'remaining' | 'seeds'>) =>
    statusWith({ rules, sure_places }, (own) =>
      playoffStatusOf(view.rows, view.remaining, entry_id, { rules: own, seeds: view.seeds }),
    )
  const status = field ? (field.includes(entry_id) ? 'in' : 'out') : of({ rows, remaining, seeds })
  const claimed = status === 'in' || status === 'out'
  const provisional = claimed && (may_add_matches || (strict !== null && (field ? true : of(strict) !== status)))
  return { status, provisional }
}

/** How many of a box's entries go up and down after its period. Null if no period follows. */
export function movesIn(league: LeagueSnapshot, { snapshot }: Pick<Flight, 'snapshot'>) {
  const { group, by_period } = formatWordsOf(league.format.kind)
  if (group === null || !by_period || league.rounds_to_come === 0) return null
  const boxes = flightsOf(league.entries)
  const sizes = boxes.map(({ entries }) => entries.length)
  const at = boxes.findIndex(({ entries }) => entries[0]?.entry_id === snapshot.entries[0]?.entry_id)
  return movesOfBoxes(sizes, league.format.moves ?? 1)[at] ?? null
}

/** Whether an entry goes up or down after the period, and whether a correction could change that. */
export function movesOf(
  { rows, entries, matches, remaining, strict, rules }: Views,
  entry_id: number,
  { up, down }: { up: number; down: number },
): NonNullable<PlaceNeeds['moves']> {
  const of = (view: Pick<Views, 'rows' | 'entries' | 'matches' | 'remaining'>) => ({
    up: up === 0 ? ('out' as const) : isAmong(view, up),
    down: down === 0 ? ('out' as const) : opposite[isAmong(view, rows.length - down)],
  })
  const isAmong = (view: Pick<Views, 'rows' | 'entries' | 'matches' | 'remaining'>, places: number) => {
    const own = { ...rules, playoff_matches: 0, playoff_places: places, top: places }
    return playoffStatusOf(view.rows, view.remaining, entry_id, { rules: own, seeds: seedsInTheEnd(view, own) })
  }
  const now = of({ rows, entries, matches, remaining })
  const final = strict ? of(strict) : now
  const isClaim = (status: PlayoffStatus) => status === 'in' || status === 'out'
  const provisional = (['up', 'down'] as const).some((way) => isClaim(now[way]) && final[way] !== now[way])
  return { ...now, provisional }
}

export const opposite = { in: 'out', out: 'in', open: 'open', not_worked_out: 'not_worked_out' } as const

/**
 * A play-off status when the bracket takes the best of several flights: certain with a place that no other flight can
 * take, and out only below the top half of its flight.
 */
function statusWith(
  { rules, sure_places }: Pick<Views, 'rules' | 'sure_places'>,
  ask: (rules: LeagueRules) => PlayoffStatus,
): PlayoffStatus {
  if (sure_places === rules.playoff_places) return ask(rules)
  if (sure_places > 0 && ask({ ...rules, playoff_places: sure_places }) === 'in') return 'in'
  const possible = ask({ ...rules, playoff_places: Number.MAX_SAFE_INTEGER })
  return possible === 'in' ? 'open' : possible
}

/** The whole table, best first; the flights' tables one after the other. */
export function fullTable(snapshot: LeagueSnapshot): FullStandingLine[] {
  return flightsIn(snapshot).flatMap((flight) => {
    const views = viewsOf(flight)
    return views.table.flatMap((row) => {
      const names = snapshot.names.get(row.entry_id)
      return names ? [fullLine(snapshot, views, row, names)] : []
    })
  })
}

function fullLine(snapshot: LeagueSnapshot, views: Views, row: StandingRow, names: EntryNames): FullStandingLine {
  const { status: playoffs, provisional } = statusOf(views, row.entry_id)
  const mine = snapshot.matches.filter(({ entry_1, entry_2 }) => entry_1 === row.entry_id || entry_2 === row.entry_id)
  return {
    ...row,
    flight: row.flight ?? null,
    points: row.points ?? null,
    strength: row.strength === undefined ? null : Math.round(row.strength),
    byes: row.byes ?? 0,
    deducted: row.deducted ?? 0,
    ...names,
    unconfirmed: mine.filter(({ final }) => !final).length,
    playoffs,
    provisional,
  }
}

/** Why the entry has its position, and what it needs for the play-offs. Undefined if it is not in the league. */
export function placeOf(
  league: LeagueSnapshot,
  entry_id: number,
): Omit<Reply<typeof explainPlace>, 'league_id'> | undefined {
  const flight = flightsIn(league).find(({ snapshot: { entries } }) =>
    entries.some((each) => each.entry_id === entry_id),
  )
  if (!flight) return undefined
  const { snapshot } = flight
  const views = viewsOf(flight)
  const row = views.rows.find((each) => each.entry_id === entry_id)
  if (!row) return undefined
  const moves = movesIn(league, flight)
  const { league_name, level_name, year, area } = snapshot.league
  return {
    league_name,
    level_name,
    year,
    area,
    entry_id,
    name: nameOf(snapshot, entry_id),
    replacements: snapshot.names.get(entry_id)?.replacements ?? null,
    is_me: snapshot.names.get(entry_id)?.is_me ?? false,
    rank: row.rank,
    total: views.rows.length,
    ladder: isLadder(snapshot.entries),
    steps: explainRank(snapshot.entries, snapshot.matches, entry_id, snapshot.rules).map(
      ({ code, figures, groups, skipped = false }) => {
        return {
          code,
          skipped,
          ...tieBreakText(code, sportOf(snapshot.rules.formats)),
          figures: figures.map((figure) => ({ ...figure, name: nameOf(snapshot, figure.entry_id) })),
          groups,
        }
      },
    ),
    needs: {
      ...playoffNeedsOf(views.rows, views.remaining, entry_id, {
        rules: { ...views.rules, playoff_places: views.sure_places },
        seeds: views.seeds,
      }),
      ...statusOf(views, entry_id),
      open_results: views.open + snapshot.disputed.length,
      season_over: snapshot.season_over,
      may_add_matches: views.may_add_matches,
      only_scheduled: snapshot.only_scheduled,
      top_half: topHalfOf(views.rows.length),
      matches: views.rules.playoff_matches,
      moves: moves && movesOf(views, entry_id, moves),
      next: nextOf(snapshot, views, entry_id),
    },
  }
}

/** The entry's next match, scheduled ones first, and the consequences of a win or a loss. */
function nextOf(
  snapshot: LeagueSnapshot,
  { entries, matches, rows, remaining, rules, sure_places }: Views,
  entry_id: number,
): PlaceNeeds['next'] {
  // Ranked by anything else, sets and points decide too.
  if (isLadder(snapshot.entries) || rules.ranking.by !== 'wins') return null
  const arranged = snapshot.season_over
    ? undefined
    : countingMatches(snapshot).find(({ entry_one_id, entry_two_id }) =>
        isBetween(snapshot, entry_id, entry_one_id, entry_two_id),
      )
  const match = arranged
    ? ([arranged.entry_one_id, arranged.entry_two_id] as const)
    : remaining.find((pair) => pair.includes(entry_id))
  if (!match || snapshot.season_over) return null
  const opponent = match[0] === entry_id ? match[1] : match[0]
  const mine = snapshot.names.get(entry_id)?.is_me ?? false
  const prospect = (result: Pairing) => {
    const after = (own: LeagueRules) => prospectAfter({ entries, matches, rows, remaining }, result, entry_id, own)
    return { ...after(rules), status: statusWith({ rules, sure_places }, (own) => after(own).status) }
  }
  return {
    opponent: nameOf(snapshot, opponent),
    // Only the entry's own players may learn on which day they will be at the court.
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

/** The matches that can still change the table. After the last day of matches that count, only disputes can. */
function remainingOf(snapshot: LeagueSnapshot) {
  const { entries, matches, disputed, only_scheduled, season_over, rules } = snapshot
  // On a ladder a win is worth a position, not a point, so remaining matches predict nothing.
  if (isLadder(entries)) return []
  const ids = entries.map(({ entry_id }) => entry_id)
  const known = [
    ...matches.map(({ entry_1, entry_2 }) => ({ entry_one_id: entry_1, entry_two_id: entry_2, played: true })),
    ...disputed.map((match) => ({ ...match, played: false })),
    ...countingMatches(snapshot).map((match) => ({ ...match, played: false })),
  ]
  if (!season_over) return remainingMatches(ids, known, only_scheduled ? 0 : rules.meetings)
  const entered = new Set(ids)
  return disputed
    .filter((match) => entered.has(match.entry_one_id) && entered.has(match.entry_two_id))
    .map((match) => [match.entry_one_id, match.entry_two_id] as const)
}

/** The open matches whose results will count. */
export function countingMatches({ arranged, matches, rules }: LeagueSnapshot): OpenMatch[] {
  return arranged.filter(
    (match) => (rules.counts_added || match.round !== null) && !hasMetEnough(match, matches, rules),
  )
}

/** Whether the two have already played as many matches as the season's rules count. */
function hasMetEnough(
  { entry_one_id, entry_two_id }: OpenMatch,
  matches: readonly StandingMatch[],
  { meetings }: LeagueRules,
): boolean {
  if (meetings === null) return false
  const pair = [entry_one_id, entry_two_id]
  return matches.filter(({ entry_1, entry_2 }) => pair.includes(entry_1) && pair.includes(entry_2)).length >= meetings
}
