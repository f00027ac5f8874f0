import { sql } from 'kysely'
import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { isPaymentOf } from '#/organizer/payments/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { isUnplayed } from '#/features/unplayed/queries.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { ClosingObstacle } from './contract.ts'
import { countOpenMatches, findStoredSeason, isSeasonInUse, listResultsOutside, type StoredSeason } from './queries.ts'

/** The state of a season's closing. */
export type Closing = {
  season: StoredSeason
  /** Whether no more matches count. */
  closed: boolean
  /** The last day that counts if the season is closed now (yyyy-mm-dd): no result of today is lost. Null if it is closed. */
  until: string | null
  /** Nothing is in the way: there are no obstacles. */
  ready: boolean
  obstacles: ClosingObstacle[]
}

/** Lists everything in the way of closing a season, each with at least one way on. Undefined if there is no such season. */
export async function readClosing(
  db: Db | Tx,
  id: number,
  { areas, now }: { areas: readonly AreaSlug[]; now: Date },
): Promise<Closing | undefined> {
  const season = await findStoredSeason(db, id)
  if (!season) return undefined
  const today = saleDay(now)
  const yesterday = addDays(today, -1)
  const closed = season.counts_until <= yesterday
  const { starting_date } = season
  const outside = closed ? null : await listResultsOutside(db, season, { starting_date, counts_until: yesterday })
  // A season lasts two days at least.
  const earliest = later(yesterday, addDays(starting_date, 1))
  const newest = outside?.results[0]?.match_date.replaceAll('/', '-') ?? null
  const until = closed ? null : later(earliest, newest === null || newest > season.counts_until ? '' : newest)
  const obstacles = [
    ...(until === null
      ? []
      : dayObstacles(season, {
          today,
          until,
          late: outside?.total ?? 0,
          unused: (await isSeasonInUse(db, id)) === false,
        })),
    ...(await listOpenObstacles(db, season, { areas, now })),
  ]
  return { season, closed, until, ready: obstacles.length === 0, obstacles }
}

function later(one: string, two: string): string {
  return one > two ? one : two
}

type Days = { today: string; until: string; late: number; unused: boolean }

/** The obstacles that lie in the season's days. Their keys name the day, so that an outdated one is refused. */
function dayObstacles(season: StoredSeason, { today, until, late, unused }: Days): ClosingObstacle[] {
  const { counts_until, starting_date } = season
  const path = deskPaths.season(season.id)
  const spoken = (day: string) => (day === today ? 'today' : formatDay(wireDay(day)))
  const way = (day: string, title: string) => ({ key: `end ${day}`, title })
  const floor = later(today, addDays(starting_date, 1))
  const lost =
    late > 0 && counts_until > until
      ? [
          {
            kind: 'results_after' as const,
            text: `${counted(late, 'result', 'results')} of today would not count if the season ended yesterday.`,
            path: deskPaths.matchesOf({ state: 'played', season: season.slug, year: season.year }),
            ways: [way(until, `Count ${late === 1 ? 'it' : 'them'}: set the last day to ${spoken(until)}`)],
          },
        ]
      : []
  if (counts_until <= floor) return lost
  if (today <= starting_date)
    return [
      ...lost,
      {
        kind: 'not_begun',
        text: `It has not run for a full day yet: it begins ${today === starting_date ? 'today' : `on ${spoken(starting_date)}`}.`,
        path,
        ways: [
          ...(unused ? [{ key: 'delete', title: 'Delete the season: nobody has joined it' }] : []),
          way(floor, `Set the last day to ${spoken(floor)}`),
        ],
      },
    ]
  const left = daysBetween(today, counts_until)
  return [
    ...lost,
    {
      kind: 'last_day',
      text: `Matches count until ${formatDay(wireDay(counts_until))}, ${left === 1 ? 'tomorrow' : `${left} days from now`}.`,
      path,
      ways: [
        way(floor, 'Set the last day to today'),
        ...(until < today ? [way(until, `Close it now: yesterday, ${spoken(until)}, was the last day`)] : []),
      ],
    },
  ]
}

/** The obstacles that lie in matches, places and money. */
async function listOpenObstacles(
  db: Db | Tx,
  season: StoredSeason,
  { areas, now }: { areas: readonly AreaSlug[]; now: Date },
): Promise<ClosingObstacle[]> {
  const { slug, year } = season
  const [matches, rest] = await Promise.all([
    countOpenMatches(db, season.id, now),
    countRest(db, season, { areas, now }),
  ])
  const of = (state: 'disputed' | 'unconfirmed') => deskPaths.matchesOf({ state, season: slug, year })
  const all: (ClosingObstacle | false)[] = [
    matches.disputed > 0 && {
      kind: 'disputed',
      text: `${counted(matches.disputed, 'result is', 'results are')} disputed, and so out of the tables.`,
      path: of('disputed'),
      ways: [
        { key: 'count_disputed', title: `Count ${it(matches.disputed)} as last reported` },
        { key: 'void_disputed', title: `Void ${it(matches.disputed)}, and cancel the ${them(matches.disputed)}` },
      ],
    },
    matches.unconfirmed > 0 && {
      kind: 'unconfirmed',
      text: `${counted(matches.unconfirmed, 'result', 'results')} can still be answered by the other side.`,
      path: of('unconfirmed'),
      ways: [{ key: 'confirm', title: `Confirm ${it(matches.unconfirmed)} now` }],
    },
    matches.unplayed > 0 && {
      kind: 'unplayed',
      text: `${counted(matches.unplayed, 'match has', 'matches have')} no score${rest.overdue > 0 ? `, ${rest.overdue} of them overdue` : ''}.`,
      path: deskPaths.unplayed({ season: slug, year }),
      ways: [
        ...(rest.overdue > 0
          ? [{ key: 'settle_overdue', title: `Settle the ${rest.overdue} overdue as suggested by the record` }]
          : []),
        {
          key: 'not_played',
          title: matches.unplayed === 1 ? 'Settle it as not played' : 'Settle all as not played',
        },
      ],
    },
    rest.playoffs > 0 && {
      kind: 'playoffs',
      text: `The play-offs of ${counted(rest.playoffs, 'league are', 'leagues are')} not finished.`,
      path: deskPaths.playoffsOf({ season: slug, year }),
      ways: [{ key: 'cancel_playoffs', title: 'Cancel the play-offs: their open matches are not played' }],
    },
    rest.waiting > 0 && {
      kind: 'wait_list',
      text: `${counted(rest.waiting, 'player waits', 'players wait')} for a place.`,
      path: deskPaths.season(season.id),
      ways: [{ key: 'end_sale', title: 'End the sale, and with it the wait-lists' }],
    },
    rest.orders > 0 && {
      kind: 'orders',
      text: `${counted(rest.orders, 'order is', 'orders are')} still being paid.`,
      path: deskPaths.paymentsOf({ season: slug, year, status: 'Pending' }),
      ways: [{ key: 'check_orders', title: `Ask the card service about ${it(rest.orders)} again` }],
    },
    rest.refunds > 0 && {
      kind: 'refunds',
      text: `${counted(rest.refunds, 'refund', 'refunds')} failed.`,
      path: deskPaths.paymentsOf({ season: slug, year, refund: 'failed' }),
      ways: [{ key: 'retry_refunds', title: `Try ${it(rest.refunds)} again` }],
    },
  ]
  return all.filter((each) => each !== false)
}

/** Counts of a season: overdue matches, leagues with open play-offs, waiting players, open orders, failed refunds. */
async function countRest(
  db: Db | Tx,
  { id, slug, year }: StoredSeason,
  { areas, now }: { areas: readonly AreaSlug[]; now: Date },
): Promise<{ overdue: number; playoffs: number; waiting: number; orders: number; refunds: number }> {
  const { rows } = await sql<{ overdue: number; playoffs: number; waiting: number; orders: number; refunds: number }>`
    with of as (select l.id, l.area from leagues l where l.season_id = ${id})
    select
      (select count(*) from of join areas a on a.slug = of.area join seasons se on se.id = ${id}
       join matches m on m.league_id = of.id
       where ${isUnplayed(now)}) as overdue,
      (select count(distinct of.id) from of join matches m on m.league_id = of.id
       where m.score_id is null and m.canceled_at is null and m.playoff_stage is not null) as playoffs,
      (select count(*) from of join wait_list w on w.league_id = of.id and w.ended_at is null) as waiting,
      (select count(distinct p.order_id) from of join purchases p on p.league_id = of.id and p.status = 'Pending') as orders,
      (select count(*) from purchases p where ${isPaymentOf({ areas, season: slug, year, refund: 'failed' })}) as refunds`.execute(
    db,
  )
  return rows[0] ?? { overdue: 0, playoffs: 0, waiting: 0, orders: 0, refunds: 0 }
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

function it(number: number): string {
  return number === 1 ? 'it' : 'them'
}

function them(number: number): string {
  return number === 1 ? 'match' : 'matches'
}
