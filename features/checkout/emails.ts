import { formatAmount, formatPrice, toCents } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { lastWithdrawalDay } from '#/rules/withdrawal.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatDay, formatDays, formatOrderNumber } from '#/contract/format.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { formatTax } from './format.ts'
import { findOrderOf } from './queries.ts'
import { findReceipt } from './receipt-queries.ts'
import { organization } from '#/contract/organization.ts'

/** The receipt of an order that was paid, or that cost nothing. */
export async function receipt(app: App, { order_id }: { order_id: string }): Promise<Words | null> {
  const order = await findOrderOf(app.db, { id: order_id })
  const player = order && (await findAddressee(app.db, order.player_id))
  const found = player && (await findReceipt(app.db, player.id, order_id, app.clock.now()))
  if (!found) return null
  const { league_name, year, area, starting_date, ending_date, lines, total, second_division, coupon, tax, by_card } =
    found
  const lastDay = lastWithdrawalDay(starting_date.replaceAll('/', '-'))
  return {
    ...addressTo(player),
    subject: `You are in: ${league_name} ${year}`,
    paragraphs: [
      `You have joined ${league_name} ${year} in ${areaName(area)}, ${formatDays(starting_date, ending_date)}.`,
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
    action: { label: 'Open the receipt', url: app.config.site + paths.receipt(order_id) },
    reason: `You are receiving this because you joined a league at ${organization().name}.`,
    stop: 'One email is sent for each order.',
  }
}
