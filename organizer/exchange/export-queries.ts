import { writeAmount } from '#/contract/money.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { answersOfEntry } from '#/organizer/questions/queries.ts'
import { areaName, areAllAreas, type AreaSlug } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import { cashReturnedSql, cashSql, isPaymentOf } from '#/organizer/payments/queries.ts'
import { taxNameSql, taxRateSql } from '#/features/checkout/tax-queries.ts'
import { includedTax } from '#/rules/price.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { formatWordsOf, type FormatKind } from '#/rules/formats/formats.ts'
import type { Db } from '#/server/db.ts'
import { shownEmail } from '#/server/shown-email.ts'
import type { ExportKind } from '#/organizer/desk/contract.ts'
import { formatOrderNumber, type Replacement } from '#/contract/format.ts'
import { isLeagueOf, joinSeasonAndDivision, type LeagueFilter } from '#/features/leagues/league-filter.ts'
import type { ExportFilter } from './tasks.ts'
import { isNamed } from '#/features/leagues/name-search.ts'
import { replacementsOf, winningSide } from '#/features/leagues/sides.ts'

/** A part of a list: its rows, and the id after which the next part starts. Null if this is the last. */
type Piece = { rows: string[][]; next: number | null }

/** A column in addition to those of every file of the kind. */
export type OwnColumn = { label: string; position: number }

type Source = {
  headers: readonly string[]
  /** The additional columns of this file, the same in all its parts. */
  columns?: (db: Db, filter: ExportFilter) => Promise<OwnColumn[]>
  /** The total, in the unit that `next` counts: players, lines, leagues. */
  total: (db: Db, filter: ExportFilter) => Promise<number>
  /** The part after an id. `done`: how many of `total` it covers. */
  piece: (
    db: Db,
    filter: ExportFilter,
    after: number,
    columns: readonly OwnColumn[],
  ) => Promise<Piece & { done: number }>
}

/** Players and order lines per part. */
const ROWS_AT_ONCE = 2_000
/** Leagues per part. Each has at most a few hundred results. */
const LEAGUES_AT_ONCE = 20

const leagueHeaders = ['Season', 'Year', 'Division', 'Area']

/** The files, with headers that an import recognizes. */
export const sources: Record<ExportKind, Source> = {
  players: {
    headers: [
      'First name',
      'Last name',
      'One name',
      'Email',
      'Phone',
      'Singles level',
      'Gender',
      'Area',
      'Joined',
      'Year of birth',
    ],
    total: (db, filter) => count(db, sql`players p where ${isPlayerOf(filter)}`),
    async piece(db, filter, after) {
      const { rows } = await sql<{
        id: number
        first_name: string
        last_name: string
        one_name: boolean
        email: string | null
        phone: string | null
        singles_level: string | null
        gender: string | null
        area: AreaSlug | null
        joined: string
        year_of_birth: number | null
      }>`
        select p.id, p.first_name, p.last_name, p.one_name, ${shownEmail('p')} as email, p.phone, p.singles_level, p.gender, p.area, p.created_at::date as joined, p.year_of_birth
        from players p where ${isPlayerOf(filter)} and p.id > ${after} order by p.id limit ${ROWS_AT_ONCE}`.execute(db)
      return pieceOf(rows, (row) => [
        row.first_name,
        row.last_name,
        row.one_name ? 'yes' : '',
        row.email ?? '',
        row.phone ?? '',
        row.singles_level === null ? '' : levelName(row.singles_level),
        row.gender ?? '',
        row.area === null ? '' : areaName(row.area),
        row.joined,
        String(row.year_of_birth ?? ''),
      ])
    },
  },

  payments: {
    headers: [
      'Order',
      'Date',
      'Player',
      'Email',
      ...leagueHeaders,
      'Status',
      'Price',
      'Second division',
      'Coupon',
      'Discount',
      'Taken',
      'Refunded',
      'Net',
      'Cash',
      'Cash returned',
      'Tax',
      'Tax rate',
      'Tax included',
      'Payment',
    ],
    total: (db, filter) => count(db, sql`purchases p where ${isPaymentOf(filter)}`),
    async piece(db, filter, after) {
      const { rows } = await sql<
        LeagueOf & {
          id: number
          order_id: string
          at: string
          player: string
          email: string | null
          status: string
          price_cents: number
          second_division_cents: number
          coupon: string | null
          discount_cents: number
          taken_cents: number
          refunded_cents: number
          cash_cents: number
          cash_returned_cents: number
          tax_name: string
          tax_rate: number
          provider_payment: string | null
        }
      >`
        select p.id, p.order_id, p.created_at::date as at, w.name as player, ${shownEmail('w')} as email, ${leagueColumns},
          p.status, p.price_cents, p.second_division_cents, c.code as coupon, p.discount_cents, p.taken_cents, p.refunded_cents, ${cashSql} as cash_cents,
          ${cashReturnedSql} as cash_returned_cents, ${taxNameSql()} as tax_name, ${taxRateSql()} as tax_rate, o.provider_payment
        from (select p.* from purchases p where ${isPaymentOf(filter)} and p.id > ${after} order by p.id limit ${ROWS_AT_ONCE}) p
        join orders o on o.id = p.order_id left join coupons c on c.id = o.coupon_id
        join players w on w.id = p.player_id join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
        order by p.id`.execute(db)
      return pieceOf(rows, (row) => [
        formatOrderNumber(row.order_id),
        row.at,
        row.player,
        row.email ?? '',
        ...formatLeague(row),
        row.status,
        writeAmount(row.price_cents),
        writeAmount(row.second_division_cents),
        row.coupon ?? '',
        ...[
          row.discount_cents,
          row.taken_cents,
          row.refunded_cents,
          row.taken_cents - row.refunded_cents,
          row.cash_cents,
          row.cash_returned_cents,
        ].map(writeAmount),
        row.tax_name,
        row.tax_rate === 0 ? '' : String(row.tax_rate),
        writeAmount(includedTax(keptOf(row), row.tax_rate)),
        row.provider_payment ?? '',
      ])
    },
  },

  entries: {
    headers: [...leagueHeaders, 'Email', 'Player', 'Partner email', 'Partner', 'Status'],
    columns: listQuestionColumns,
    total: countLeagues,
    piece: (db, filter, after, columns) =>
      pieceOfLeagues(db, filter, after, async (league_ids) => {
        const { rows } = await sql<
          LeagueOf & {
            email: string | null
            player: string
            partner_email: string | null
            partner: string | null
            status: string
            answers: { label: string; position: number; answer: string }[]
          }
        >`
          select ${leagueColumns}, ${shownEmail('one')} as email, one.name as player, ${shownEmail('two')} as partner_email,
            two.name as partner, p.status, ${answersOfEntry(sql`e.id`)} as answers
          from entries e
          join purchases p on p.id = e.purchase_id and p.counts
          join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
          join entry_players first on first.entry_id = e.id and first.position = 1 join players one on one.id = first.player_id
          left join entry_players second on second.entry_id = e.id and second.position = 2 left join players two on two.id = second.player_id
          where e.league_id = any (${league_ids}::int[])
          order by e.league_id, e.id`.execute(db)
        return rows.map((row) => [
          ...formatLeague(row),
          row.email ?? '',
          row.player,
          row.partner_email ?? '',
          row.partner ?? '',
          row.status,
          ...columns.map(
            ({ label, position }) =>
              row.answers.find((each) => each.label === label && each.position === position)?.answer ?? '',
          ),
        ])
      }),
  },

  results: {
    headers: [
      ...leagueHeaders,
      'Date',
      'Winner',
      'Winner email',
      'Opponent',
      'Opponent email',
      'Score',
      'Status',
      'Place',
      'Notes',
      'Play-off stage',
    ],
    total: countLeagues,
    piece: (db, filter, after) =>
      pieceOfLeagues(db, filter, after, async (league_ids) => {
        const { rows } = await sql<
          LeagueOf & {
            match_date: string
            winner: string
            winner_email: string | null
            opponent: string
            opponent_email: string | null
            set_games: SetScore[]
            match_status: MatchStatus
            match_location: string
            match_notes: string
            playoff_stage: number | null
          }
        >`
          with side as (
            select mp.match_id, mp.side, string_agg(w.name, ' & ' order by mp.position) as names,
              (array_agg(${shownEmail('w')} order by mp.position))[1] as email
            from matches m join match_players mp on mp.match_id = m.id join players w on w.id = mp.player_id
            where m.league_id = any (${league_ids}::int[]) and m.score_id is not null
            group by mp.match_id, mp.side)
          select ${leagueColumns}, m.match_date, one.names as winner, one.email as winner_email, two.names as opponent, two.email as opponent_email,
            s.set_games, s.match_status, s.match_location, s.match_notes, m.playoff_stage
          from matches m
          join scores s on s.id = m.score_id
          join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
          join side one on one.match_id = m.id and one.side = ${winningSide}
          join side two on two.match_id = m.id and two.side = 3 - ${winningSide}
          where m.league_id = any (${league_ids}::int[]) and ${isPlayedWithin(filter, sql`m.match_date`)}
          order by m.league_id, m.match_date, m.id`.execute(db)
        return rows.map((row) => [
          ...formatLeague(row),
          row.match_date,
          row.winner,
          row.winner_email ?? '',
          row.opponent,
          row.opponent_email ?? '',
          // A match that was not played has no sets.
          row.set_games.length === 0 ? '' : scoreLine(row.set_games, row.match_status),
          row.match_status ?? '',
          row.match_location,
          row.match_notes,
          row.playoff_stage === null ? '' : String(row.playoff_stage),
        ])
      }),
  },

  standings: {
    headers: [...leagueHeaders, 'Rank', 'Player', 'Email', 'Wins', 'Losses', 'Ties', 'Played'],
    columns: listTableColumns,
    total: countLeagues,
    piece: (db, filter, after, columns) =>
      pieceOfLeagues(db, filter, after, async (league_ids) => {
        const { rows } = await sql<
          LeagueOf & {
            rank: number
            flight: number | null
            kind: FormatKind | null
            names: string
            email: string | null
            wins: number
            losses: number
            ties: number
            played: number
            points: number | null
            byes: number
            deducted: number
            replacements: Replacement[] | null
          }
        >`
          select ${leagueColumns}, s.rank, s.flight, l.format ->> 'kind' as kind, side.names, side.email, s.wins, s.losses, s.ties, s.played, s.points, s.byes, s.deducted,
            ${replacementsOf(sql`s.entry_id`)} as replacements
          from standings s
          join leagues l on l.id = s.league_id ${joinSeasonAndDivision}
          cross join lateral (
            select string_agg(w.name, ' & ' order by ep.position) as names,
              (array_agg(${shownEmail('w')} order by ep.position))[1] as email
            from entry_players ep join players w on w.id = ep.player_id where ep.entry_id = s.entry_id) side
          where s.league_id = any (${league_ids}::int[])
          order by s.league_id, s.flight, s.rank, s.entry_id`.execute(db)
        return rows.map((row) => [
          ...formatLeague(row),
          String(row.rank),
          row.names,
          row.email ?? '',
          ...[row.wins, row.losses, row.ties, row.played].map(String),
          ...columns.map(({ label }) => {
            const figure = tableFigures.find((each) => each.label === label)
            if (figure) return String(row[figure.key] ?? '')
            if (label === replacementsLabel) return (row.replacements ?? []).map(formatReplacement).join(', ')
            return row.flight !== null && label === groupOf(row.kind) ? String(row.flight) : ''
          }),
        ])
      }),
  },
}

/** The word for the parts of a league that have their own tables, by the season's format. */
function groupOf(kind: FormatKind | null): string | null {
  return kind && formatWordsOf(kind).group
}

const replacementsLabel = 'Replacements'

/** Figures of a table that most leagues do not have. */
const tableFigures = [
  { key: 'points', label: 'Points' },
  { key: 'deducted', label: 'Points taken away' },
  { key: 'byes', label: 'Byes' },
] as const

/** 'Zed Zeman for Ann Adler from 2026-09-20'. */
function formatReplacement({ name, replaces, since }: Replacement): string {
  return `${name} for ${replaces} from ${since.replaceAll('/', '-')}`
}

/** Columns for the flight, the box, the replacements, points and byes, if some of the leagues have them. */
async function listTableColumns(db: Db, filter: ExportFilter): Promise<OwnColumn[]> {
  const { rows } = await sql<{ kind: FormatKind | null }>`
    select distinct l.format ->> 'kind' as kind
    from leagues l ${joinSeasonAndDivision}
    where ${isLeagueOf(leaguesOf(filter))} and exists (select from standings s where s.league_id = l.id and s.flight is not null)`.execute(
    db,
  )
  const { rows: replaced } = await sql`
    select from leagues l ${joinSeasonAndDivision}
    where ${isLeagueOf(leaguesOf(filter))} and exists (
      select from entry_players ep where ep.league_id = l.id and ep.replaces_id is not null)
    limit 1`.execute(db)
  const { rows: figures } = await sql<Record<(typeof tableFigures)[number]['key'], boolean>>`
    select coalesce(bool_or(s.points is not null), false) as points, coalesce(bool_or(s.deducted <> 0), false) as deducted,
      coalesce(bool_or(s.byes <> 0), false) as byes
    from standings s join leagues l on l.id = s.league_id ${joinSeasonAndDivision}
    where ${isLeagueOf(leaguesOf(filter))}`.execute(db)
  const groups = new Set(rows.flatMap(({ kind }) => groupOf(kind) ?? []))
  const labels = [
    ...tableFigures.filter(({ key }) => figures[0]?.[key]).map(({ label }) => label),
    ...[...groups].toSorted().toReversed(),
    ...(replaced.length > 0 ? [replacementsLabel] : []),
  ]
  return labels.map((label) => ({ label, position: 1 }))
}

/** Net revenue of a line, by card and in cash. */
function keptOf(row: Record<'taken_cents' | 'refunded_cents' | 'cash_cents' | 'cash_returned_cents', number>): number {
  return row.taken_cents - row.refunded_cents + row.cash_cents - row.cash_returned_cents
}

type LeagueOf = { league_name: string; year: number; level_name: string; area: AreaSlug }
const leagueColumns = sql`se.name as league_name, se.year, d.name as level_name, l.area`

function formatLeague({ league_name, year, level_name, area }: LeagueOf): string[] {
  return [league_name, String(year), level_name, areaName(area)]
}

function pieceOf<Row extends { id: number }>(
  rows: readonly Row[],
  toCells: (row: Row) => string[],
): Piece & { done: number } {
  const last = rows.at(-1)?.id ?? null
  return { rows: rows.map(toCells), next: rows.length < ROWS_AT_ONCE ? null : last, done: rows.length }
}

async function pieceOfLeagues(
  db: Db,
  filter: ExportFilter,
  after: number,
  read: (league_ids: number[]) => Promise<string[][]>,
): Promise<Piece & { done: number }> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l ${joinSeasonAndDivision} where ${isLeagueOf(leaguesOf(filter))} and l.id > ${after} order by l.id limit ${LEAGUES_AT_ONCE}`.execute(
    db,
  )
  const league_ids = rows.map(({ id }) => id)
  return {
    rows: league_ids.length === 0 ? [] : await read(league_ids),
    next: league_ids.length < LEAGUES_AT_ONCE ? null : (league_ids.at(-1) ?? null),
    done: league_ids.length,
  }
}

/** A column for each question of the seasons, and a second one if partners have answered it too. */
async function listQuestionColumns(db: Db, filter: ExportFilter): Promise<OwnColumn[]> {
  const { rows } = await sql<{ label: string; by_partners: boolean }>`
    select q.label, coalesce(bool_or(a.position = 2), false) as by_partners
    from questions q
    left join lateral (
      select ep.position from answers a
      join entry_players ep on ep.player_id = a.player_id
      join leagues l on l.id = ep.league_id and l.season_id = q.season_id
      where a.question_id = q.id) a on true
    where q.season_id in (select l.season_id from leagues l ${joinSeasonAndDivision} where ${isLeagueOf(leaguesOf(filter))})
      and (q.removed_at is null or a.position is not null)
    group by q.label
    order by min(q.id)`.execute(db)
  return rows.flatMap(({ label, by_partners }) => (by_partners ? [1, 2] : [1]).map((position) => ({ label, position })))
}

/** 'Size of your T-shirt', and 'Size of your T-shirt (partner)'. */
export function headerOf({ label, position }: OwnColumn): string {
  return position === 1 ? label : `${label} (partner)`
}

function countLeagues(db: Db, filter: ExportFilter): Promise<number> {
  return count(db, sql`leagues l ${joinSeasonAndDivision} where ${isLeagueOf(leaguesOf(filter))}`)
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Players `p` who live in these areas. With all areas, also those without a profile. */
function isPlayerOf({ areas, search }: ExportFilter): RawBuilder<SqlBool> {
  const livesInArea = areAllAreas(areas) ? sql`true` : sql`p.area = any (${areas}::text[])`
  return sql`p.deleted_at is null and ${livesInArea} and ${search ? isNamed(search, 'name_and_email') : sql`true`}`
}

function leaguesOf({ areas, season, year, division }: ExportFilter): LeagueFilter {
  return { areas, season, year, division }
}

function isPlayedWithin({ from, to }: ExportFilter, day: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const conditions = [
    ...(from === undefined ? [] : [sql`${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${day} <= ${to}::date`]),
  ]
  return sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
}
