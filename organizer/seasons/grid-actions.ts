import type { AreaSlug } from '#/contract/areas.ts'
import type { Received } from '#/contract/endpoint.ts'
import { formatCents } from '#/contract/money.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import {
  completeFormat,
  formatTitle,
  isSameFormat,
  standardFormat,
  type LeagueFormat,
} from '#/rules/formats/formats.ts'
import { leaguePriceProblems, type LeaguePrice } from '#/rules/league-price.ts'
import { soldUntil } from '#/rules/season.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type * as calls from './contract.ts'
import { listDrawn, lockLeagues, lockOwnLeague } from './grid-queries.ts'
import { lockSeason, type StoredSeason } from './queries.ts'

/**
 * Changes which divisions are sold in which area of a season, their limits, prices and formats. Returns how many leagues
 * changed. Refuses not_found, league_drawn for another format of a league with drawn matches, and by field an unknown
 * division and an early price that contradicts the other one.
 */
export async function changeLeagues(
  actor: Actor,
  { id, leagues }: { id: number } & Received<typeof calls.changeLeagues>['body'],
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, audit, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const stored = await lockLeagues(tx, id, leagues)
    // Read after the leagues are locked, because every draw locks them too.
    const drawn = await listDrawn(
      tx,
      stored.map(({ league }) => league.id),
    )
    const undo: UndoneLeague[] = []
    const before: Record<string, string> = {}
    const after: Record<string, string> = {}
    for (const { league, given } of stored) {
      const changed = {
        offered: given.offered,
        capacity: given.capacity === undefined ? league.capacity : given.capacity,
        price_cents: given.price === undefined ? league.price_cents : given.price,
        early_price_cents: given.early_price === undefined ? league.early_price_cents : given.early_price,
        early_until: given.early_until === undefined ? league.early_until : given.early_until,
        format: given.format === undefined ? league.format : completeFormat(given.format),
      }
      const has_other_format = !isSameFormat(changed.format, league.format)
      if (has_other_format && drawn.has(league.id))
        refuse('league_drawn', { fields: { [`leagues.${leagues.indexOf(given)}.format`]: alreadyDrawn(league.title) } })
      if (has_other_format && (await lockSealed(tx, league.id, now))) refuse('season_sealed')
      refuseLeaguePrice(changed, league, { season, index: leagues.indexOf(given) })
      if (!has_other_format && formatLeague(changed) === formatLeague(league)) continue
      await tx
        .updateTable('leagues')
        .set({ ...changed, ...(changed.offered && { canceled_at: null }), format: storedFormat(changed.format) })
        .where('id', '=', league.id)
        .execute()
      // Players may have reported matches outside the draw, and not every format counts them.
      if (has_other_format && league.results > 0) await rebuildLeague(tx, league.id)
      const { area, division_id } = given
      undo.push({ league_id: league.id, area, division_id, was: columnsOf(league), is: columnsOf(changed) })
      before[league.title] = formatLeague(league)
      after[league.title] = formatLeague(changed)
      // Places may have become free, or the wait-list ends because the league is no longer sold.
      await offerFreePlaces(tx, league.id)
    }
    const changes = Object.keys(after).length
    if (changes > 0)
      await audit<Record<string, string>>({
        area: null,
        kind: 'change_leagues',
        subject: `season ${id}`,
        summary: `Changed ${changes} ${changes === 1 ? 'league' : 'leagues'} of ${season.name} ${season.year}`,
        before,
        after,
        undo,
      })
    return changes
  })
}

/** A league that a change of the grid touched, and its columns before and after. */
export type UndoneLeague = {
  league_id: number
  area: AreaSlug
  division_id: number
  was: GridColumns
  is: GridColumns
}
type GridColumns = LeaguePrice & { offered: boolean; capacity: number | null; format: LeagueFormat }

/** The columns of a league that a change of the grid can set. */
export function columnsOf({
  offered,
  capacity,
  price_cents,
  early_price_cents,
  early_until,
  format,
}: GridColumns): GridColumns {
  return { offered, capacity, price_cents, early_price_cents, early_until, format }
}

function refuseLeaguePrice(
  price: LeaguePrice,
  league: { title: string; division_cents: number },
  { season, index }: { season: StoredSeason; index: number },
): void {
  const sold_until = season.sale_until ?? soldUntil(season)
  const problems = leaguePriceProblems(price, { division_cents: league.division_cents, sold_until })
  const [first] = Object.values(problems)
  if (first === undefined) return
  const fields = Object.fromEntries(
    Object.entries(problems).map(([name, sentence]) => [`leagues.${index}.${name}`, sentence]),
  )
  refuse('invalid', { message: `${league.title}: ${first}`, fields })
}

/** A league of the grid as the audit log shows it. */
function formatLeague({ offered, capacity, price_cents, early_price_cents, early_until, format }: GridColumns): string {
  return [
    offered ? 'offered' : 'not offered',
    ...(capacity === null ? [] : [`${capacity} entries at most`]),
    ...(price_cents === null ? [] : [formatCents(price_cents)]),
    ...(early_price_cents === null ? [] : [`${formatCents(early_price_cents)} up to ${early_until}`]),
    ...(format.kind === standardFormat.kind ? [] : [formatTitle(format)]),
  ].join(', ')
}

/** Null for the standard format, as in a league for which no format was chosen. */
function storedFormat(format: LeagueFormat): string | null {
  return format.kind === standardFormat.kind ? null : JSON.stringify(format)
}

function alreadyDrawn(title: string): string {
  return `${title} has been drawn, so its format can no longer change.`
}

/**
 * Limits the entries of a league of the organizer's areas, or lifts the limit (null), and offers free places to the
 * wait-list. Returns the league's title. Refuses not_found.
 */
export function setCapacity(
  actor: Actor,
  { id, capacity, reason }: { id: number; capacity: number | null; reason?: string },
): Promise<string> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const league = (await lockOwnLeague(tx, id, player.organizer_areas)) ?? refuse('not_found')
    if (league.capacity === capacity) return league.title
    await tx.updateTable('leagues').set({ capacity }).where('id', '=', id).execute()
    const limit = capacity === null ? 'Lifted the limit of' : `Limited to ${capacity} the entries of`
    await audit<{ capacity: number | null }>({
      area: league.area,
      kind: 'limit_league',
      subject: `league ${id}`,
      summary: `${limit} ${league.title}`,
      ...(reason !== undefined && { reason }),
      before: { capacity: league.capacity },
      after: { capacity },
      undo: {},
    })
    await offerFreePlaces(tx, id)
    return league.title
  })
}
