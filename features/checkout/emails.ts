import { formatAmount, formatPrice, toCents } from '#/contract/money.ts'
import { formatList } from '#/contract/locale.ts'
import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { lastWithdrawalDay } from '#/rules/withdrawal.ts'
import { setPassword, verifyEmail } from '#/features/accounts/emails.ts'
import { findAddressee, findPasswordHash } from '#/features/accounts/queries.ts'
import { formatDay, formatDays, formatInstant, formatOrderNumber } from '#/contract/format.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { formatTax } from './format.ts'
import { findOrderOf } from './queries.ts'
import { findReceipt, listJoinedLeagues, type JoinedLeague } from './receipt-queries.ts'
import { organization } from '#/contract/organization.ts'

/** Asks the buyer of a held order to confirm the email, by the link that the account needs anyway. */
export async function placeHeld(app: App, { order_id }: { order_id: string }): Promise<Words | null> {
  const order = await findOrderOf(app.db, { id: order_id })
  const found = order?.held_until && (await findReceipt(app.db, order.player_id, order_id, app.clock.now()))
  if (!order?.held_until || !found) return null
  const { player_id, held_until } = order
  // An account without a password was opened by the order: its link chooses one.
  const words =
    (await findPasswordHash(app.db, player_id)) === null
      ? await setPassword(app, { player_id })
      : await verifyEmail(app, { player_id })
  if (!words) return null
  const { league_name, year, area, lines } = found
  const league = `${league_name} ${year} in ${areaName(area)}`
  return {
    ...words,
    subject: `Confirm your email to keep your place: ${league_name} ${year}`,
    paragraphs: [
      `${lines.length === 1 ? 'A place is' : 'Places are'} held for this email in ${league}: ${formatList(lines.map(({ level_name }) => level_name))}. There is nothing to pay. Open the link by ${formatInstant(held_until.toISOString())}, or somebody else can have the place.`,
      ...words.paragraphs.slice(1),
    ],
    stop: 'If you did not want to join, do not open the link. This email is sent only once.',
  }
}

/** The receipt of an order that was paid, or that cost nothing. */
export async function receipt(app: App, { order_id }: { order_id: string }): Promise<Words | null> {
  const order = await findOrderOf(app.db, { id: order_id })
  const player = order && (await findAddressee(app.db, order.player_id))
  const found = player && (await findReceipt(app.db, player.id, order_id, app.clock.now()))
  if (!found) return null
  const { league_name, year, area, starting_date, ending_date, lines, total, second_division, coupon, tax, by_card } =
    found
  const lastDay = lastWithdrawalDay(starting_date.replaceAll('/', '-'))
  const joined = await listJoinedLeagues(app.db, order_id, { email_proved: player.email_verified }, app.clock.now())
  return {
    ...addressTo(player),
    subject: `You are in: ${league_name} ${year}`,
    paragraphs: [
      `You have joined ${league_name} ${year} in ${areaName(area)}, ${formatDays(starting_date, ending_date)}.`,
      ...joined.map(formatMates),
      ...(joined.some(({ is_ladder }) => !is_ladder) ? [formatDraw(starting_date, joined)] : []),
      ...lines.map(
        (line) =>
          `${line.level_name}: ${formatPrice(toCents(line.price) + toCents(line.second_division) + toCents(line.discount))}`,
      ),
      ...(second_division === 0 ? [] : [`Second division: -${formatAmount(second_division)}`]),
      ...(coupon === null ? [] : [`Coupon ${coupon.code}: -${formatAmount(coupon.discount)}`]),
      `${by_card ? `Paid by card: ${formatAmount(total)}` : 'There is nothing to pay'}. Order ${formatOrderNumber(order_id)}.`,
      ...(tax === null || total === 0 ? [] : [`Includes ${formatTax(tax)}: ${formatAmount(tax.amount)}.`]),
      ...(lines.some(({ can_withdraw }) => can_withdraw)
        ? [`You can withdraw until ${formatDay(wireDay(lastDay))}${by_card ? ', with a full refund' : ''}.`]
        : []),
    ],
    choices: [{ label: 'Say when you can play', url: app.config.site + paths.availabilitySettings }],
    action: { label: 'Open the receipt', url: app.config.site + paths.receipt(order_id) },
    reason: `You are receiving this because you joined a league at ${organization().name}.`,
    stop: 'One email is sent for each order.',
  }
}

function formatMates({ level_name, names, others }: JoinedLeague): string {
  if (others === 0) return `You are the first in ${level_name}.`
  const more = others - names.length
  const listed = formatList(more === 0 ? names : [...names, `${more} more`])
  return `${listed} ${others === 1 ? 'is' : 'are'} in ${level_name} with you so far.`
}

function formatDraw(starting_date: string, joined: readonly JoinedLeague[]): string {
  return joined.some(({ has_begun }) => has_begun)
    ? 'The season has begun: your matches are on your profile within a few minutes, if somebody else is in.'
    : `The draw is on ${formatDay(starting_date)}, the first day of the season. Then your matches are on your profile, each with suggested days. Times that suit you are suggested if you say when you can play.`
}
