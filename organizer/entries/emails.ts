import { formatAmount } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { findOrderOf } from '#/features/checkout/queries.ts'
import { findReceipt } from '#/features/checkout/receipt-queries.ts'
import { formatDays, formatOrderNumber } from '#/contract/format.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'

/** Notifies a player whom an organizer has entered. */
export async function entered(app: App, { order_id }: { order_id: string }): Promise<Words | null> {
  const order = await findOrderOf(app.db, { id: order_id })
  const player = order && (await findAddressee(app.db, order.player_id))
  const found = player && (await findReceipt(app.db, player.id, order_id, app.clock.now()))
  if (!found) return null
  const { league_name, year, area, starting_date, ending_date, lines, total } = found
  return {
    ...addressTo(player),
    subject: `You are in: ${league_name} ${year}`,
    paragraphs: [
      `The organizer has entered you in ${league_name} ${year} in ${areaName(area)}, ${formatDays(starting_date, ending_date)}:`,
      ...lines.map(({ level_name }) => level_name),
      total > 0
        ? `Paid in cash: ${formatAmount(total)}. Order ${formatOrderNumber(order_id)}.`
        : `There is nothing to pay. Order ${formatOrderNumber(order_id)}.`,
    ],
    action: { label: 'Open my league', url: app.config.site + paths.myLeague },
    reason: `You are receiving this because an organizer entered you in a league at ${organization().name}.`,
    stop: 'This email is sent once for each league.',
  }
}

/** Notifies a player that the entry has moved to another division. */
export async function entryMoved(
  app: App,
  { player_id, from, to }: { player_id: number; from: number; to: number },
): Promise<Words | null> {
  const [player, before, after] = await Promise.all([
    findAddressee(app.db, player_id),
    findDivisionOf(app, from),
    findDivisionOf(app, to),
  ])
  if (!player) return null
  return {
    ...addressTo(player),
    subject: `You now play ${after.level_name}`,
    paragraphs: [
      `The organizer has moved you from ${before.level_name} to ${after.level_name}, ${after.season}.`,
      `Your results in ${before.level_name} stay there. Your new matches are added by the draw.`,
    ],
    action: { label: 'Open my league', url: app.config.site + paths.myLeague },
    reason: `You are receiving this because an organizer changed your entry at ${organization().name}.`,
    stop: 'This email is sent once for each change.',
  }
}

/** Notifies a player that an organizer has withdrawn the entry without a refund. */
export async function entryWithdrawn(
  app: App,
  { player_id, league_id }: { player_id: number; league_id: number },
): Promise<Words | null> {
  const [player, league] = await Promise.all([findAddressee(app.db, player_id), findDivisionOf(app, league_id)])
  if (!player) return null
  return {
    ...addressTo(player),
    subject: `You are no longer in ${league.level_name}`,
    paragraphs: [
      `The organizer has withdrawn you from ${league.level_name}, ${league.season}. You will not get a refund for it.`,
      'If you did not expect this, please write to us.',
    ],
    action: { label: 'Write to us', url: app.config.site + paths.contactUs },
    reason: `You are receiving this because an organizer changed your entry at ${organization().name}.`,
    stop: 'This email is sent once for each league you leave.',
  }
}

type Handover = { league_id: number; leaving_player_id: number; new_player_id: number }

/** Notifies the leaving player that somebody else has the place now. */
export async function placeGiven(app: App, handover: Handover): Promise<Words | null> {
  const { league, leaves, comes } = await readHandover(app, handover)
  if (!leaves) return null
  return {
    ...addressTo(leaves),
    subject: `Your place in ${league.level_name} has a new player`,
    paragraphs: [
      `The organizer has given your place in ${league.level_name}, ${league.season}, to ${comes?.name ?? 'somebody else'}.`,
      'The matches that you have played stay yours, and the new player has the others. If you did not expect this, please write to us.',
    ],
    action: { label: 'Write to us', url: app.config.site + paths.contactUs },
    reason: `You are receiving this because an organizer changed your entry at ${organization().name}.`,
    stop: 'This email is sent once for each change.',
  }
}

/** Notifies the new player. */
export async function placeTaken(app: App, handover: Handover): Promise<Words | null> {
  const { league, leaves, comes } = await readHandover(app, handover)
  if (!comes) return null
  return {
    ...addressTo(comes),
    subject: `You play ${league.level_name}`,
    paragraphs: [
      `The organizer has given you the place of ${leaves?.name ?? 'another player'} in ${league.level_name}, ${league.season}, with its open matches. The place keeps its line in the table, and your own record starts with your first match. There is nothing to pay.`,
    ],
    action: { label: 'See my matches', url: app.config.site + paths.profile },
    reason: `You are receiving this because an organizer entered you in a league at ${organization().name}.`,
    stop: 'This email is sent once for each league.',
  }
}

async function readHandover(app: App, { league_id, leaving_player_id, new_player_id }: Handover) {
  const [league, leaves, comes] = await Promise.all([
    findDivisionOf(app, league_id),
    findAddressee(app.db, leaving_player_id),
    findAddressee(app.db, new_player_id),
  ])
  return { league, leaves, comes }
}

async function findDivisionOf(app: App, league_id: number) {
  const row = await app.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['divisions.name as level_name', 'seasons.name', 'seasons.year', 'leagues.area'])
    .where('leagues.id', '=', league_id)
    .executeTakeFirstOrThrow()
  return { level_name: row.level_name, area: row.area, season: `${row.name} ${row.year}` }
}
