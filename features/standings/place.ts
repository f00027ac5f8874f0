import type { Reply } from '#/contract/endpoint.ts'
import {
  afterMatch,
  placesByWins,
  playoffNeedsOf,
  playoffStatusOf,
  type NeedsRow,
  type Pairing,
} from '#/rules/needs.ts'
import type { PlayoffRules } from '#/rules/season-rules.ts'
import { explainRank, rankStandings, tieBreakChain, type StandingRow } from '#/rules/standings.ts'
import type { explainPlace, FullStandingLine, PlaceNeeds, PlayoffStatus } from './place-contract.ts'
import { remainingOf, type EntryNames, type LeagueBooks } from './place-queries.ts'

/** More entries than this are not worked out: the table of everybody's needs would take too long. */
const mostEntries = 40

/** 'Ada Moreno', in doubles 'Ada Moreno & Bea Lund'. */
function nameOf(books: LeagueBooks, entry_id: number): string {
  const names = books.names.get(entry_id)
  if (!names) return ''
  const partner = names.partner_first_name === null ? '' : ` & ${names.partner_first_name} ${names.partner_last_name}`
  return `${names.first_name} ${names.last_name}${partner}`
}

/** The table as it is, and as it is with nothing but what can not change any more; each with what then remains. */
function viewsOf(books: LeagueBooks) {
  const remaining = remainingOf(books)
  const open = books.matches.filter(({ final }) => !final)
  const rows = rankStandings(books.entries, books.matches)
  const final = books.matches.filter((match) => match.final)
  const strict = {
    rows: rankStandings(books.entries, final),
    remaining: [...remaining, ...open.map(({ entry_1, entry_2 }): Pairing => [entry_1, entry_2])],
  }
  return { rows, remaining, strict: open.length > 0 ? strict : null, open: open.length, rules: books.rules }
}

type Views = ReturnType<typeof viewsOf>

/** In, out or open as results stand; provisional when a result that can still be corrected could change it. */
function statusOf(
  { rows, remaining, strict, rules }: Views,
  entry_id: number,
): { status: PlayoffStatus; provisional: boolean } {
  if (rows.length > mostEntries) return { status: 'not_worked_out', provisional: false }
  const status = playoffStatusOf(rows, remaining, entry_id, { rules })
  const claimed = status === 'in' || status === 'out'
  const provisional =
    claimed && strict !== null && playoffStatusOf(strict.rows, strict.remaining, entry_id, { rules }) !== status
  return { status, provisional }
}

/** The last place of the top half, rounded up. */
export function topHalfOf(entries: number): number {
  return Math.ceil(entries / 2)
}

/** The whole table, best first. */
export function fullTable(books: LeagueBooks): FullStandingLine[] {
  const views = viewsOf(books)
  return views.rows.flatMap((row) => {
    const names = books.names.get(row.entry_id)
    return names ? [fullLine(books, views, row, names)] : []
  })
}

function fullLine(books: LeagueBooks, views: Views, row: StandingRow, names: EntryNames): FullStandingLine {
  const { status: playoffs, provisional } = statusOf(views, row.entry_id)
  const mine = books.matches.filter(({ entry_1, entry_2 }) => entry_1 === row.entry_id || entry_2 === row.entry_id)
  return { ...row, ...names, unconfirmed: mine.filter(({ final }) => !final).length, playoffs, provisional }
}

function notWorkedOut({ remaining, rules }: Views, { entry_id, played }: StandingRow) {
  const matches_left = remaining.filter((pair) => pair.includes(entry_id)).length
  const matches_to_play = Math.max(0, rules.playoff_matches - played)
  return { matches_left, matches_to_play, wins_for_sure: null, exact: false }
}

/** Why the entry has its place, and what it needs; undefined when it does not stand in the league. */
export function placeOf(
  books: LeagueBooks,
  entry_id: number,
): Omit<Reply<typeof explainPlace>, 'league_id'> | undefined {
  const views = viewsOf(books)
  const row = views.rows.find((each) => each.entry_id === entry_id)
  if (!row) return undefined
  const { league_name, level_name, year, area } = books.league
  return {
    league_name,
    level_name,
    year,
    area,
    entry_id,
    name: nameOf(books, entry_id),
    is_me: books.names.get(entry_id)?.is_me ?? false,
    rank: row.rank,
    total: views.rows.length,
    steps: explainRank(books.entries, books.matches, entry_id).map(({ code, figures, groups }) => {
      const { title, sentence } = tieBreakChain.find((step) => step.code === code)!
      return {
        code,
        title,
        sentence,
        figures: figures.map((figure) => ({ ...figure, name: nameOf(books, figure.entry_id) })),
        groups,
      }
    }),
    needs: {
      ...(views.rows.length > mostEntries
        ? notWorkedOut(views, row)
        : playoffNeedsOf(views.rows, views.remaining, entry_id, { rules: views.rules })),
      ...statusOf(views, entry_id),
      open_results: views.open + books.disputed.length,
      season_over: books.season_over,
      top_half: topHalfOf(views.rows.length),
      matches: views.rules.playoff_matches,
      next: nextOf(books, views, entry_id),
    },
  }
}

/** The next match, the arranged ones first, and what either end of it would bring. */
function nextOf(books: LeagueBooks, { rows, remaining, rules }: Views, entry_id: number): PlaceNeeds['next'] {
  const arranged = books.season_over
    ? undefined
    : books.arranged.find(({ entry_one_id, entry_two_id }) => isBetween(books, entry_id, entry_one_id, entry_two_id))
  const match = arranged
    ? ([arranged.entry_one_id, arranged.entry_two_id] as const)
    : remaining.find((pair) => pair.includes(entry_id))
  if (!match || books.season_over) return null
  const opponent = match[0] === entry_id ? match[1] : match[0]
  const mine = books.names.get(entry_id)?.is_me ?? false
  const won = books.matches.flatMap(({ entry_1, entry_2, winner }): Pairing[] =>
    winner === null ? [] : [[winner, winner === entry_1 ? entry_2 : entry_1]],
  )
  const ending = (winner: number, loser: number) => {
    const after = afterMatch(rows, remaining, match, winner)
    const { first, last } = placesByWins(after.rows, [...won, [winner, loser]], entry_id) ?? {
      first: 1,
      last: rows.length,
    }
    return { first_place: first, last_place: last, status: statusAfter(after, { first, last }, entry_id, rules) }
  }
  return {
    opponent: nameOf(books, opponent),
    // Where somebody else will be on which day is not everybody's to know.
    matchup_id: mine ? (arranged?.id ?? null) : null,
    match_date: mine ? (arranged?.match_date ?? null) : null,
    won: ending(entry_id, opponent),
    lost: ending(opponent, entry_id),
  }
}

function statusAfter(
  after: { rows: NeedsRow[]; remaining: Pairing[] },
  { first, last }: { first: number; last: number },
  entry_id: number,
  rules: PlayoffRules,
): PlayoffStatus {
  if (after.rows.length > mostEntries) return 'not_worked_out'
  const half = topHalfOf(after.rows.length)
  const { status, matches_to_play } = playoffNeedsOf(after.rows, after.remaining, entry_id, { rules })
  if (status !== 'open' || after.remaining.length > 0 || half > rules.playoff_places) return status
  // Nothing more to come: who is level on wins may still be parted by the matches between them.
  return first > half ? 'out' : last <= half && matches_to_play === 0 ? 'in' : status
}

/** Whether this is a match of the entry's against somebody who still stands. */
function isBetween({ entries }: LeagueBooks, entry_id: number, one: number, two: number): boolean {
  const opponent = one === entry_id ? two : two === entry_id ? one : null
  return entries.some((entry) => entry.entry_id === opponent)
}
