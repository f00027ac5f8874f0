import { formatAmount } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { formatInstant, formatOrderNumber } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { PaymentLine } from './contract.ts'
import { LineBadge } from './LineBadge.tsx'

/** The columns of the payments list, with one row for each order line. */
export const paymentColumns: DataColumn<PaymentLine>[] = [
  {
    key: 'order',
    title: 'Order',
    text: (row) => formatOrderNumber(row.order_id),
    cell: (row) => (
      <TextLink to={paths.organizer.payment(row.order_id)} className="tabular whitespace-nowrap">
        {formatOrderNumber(row.order_id)}
      </TextLink>
    ),
  },
  {
    key: 'player',
    title: 'Player',
    text: ({ player }) => player,
    cell: (row) => <TextLink to={paths.organizer.player(row.player_id)}>{row.player}</TextLink>,
  },
  {
    key: 'league',
    title: 'League',
    text: (row) => `${row.level_name}, ${row.league_name} ${row.year}, ${areaName(row.area)}`,
    cell: (row) => (
      <span className="block">
        {row.level_name}
        <span className="block text-sm text-ink-soft">
          {row.league_name} {row.year}, {areaName(row.area)}
        </span>
      </span>
    ),
  },
  {
    key: 'date',
    title: 'Date',
    sort: 'date',
    text: ({ created_at }) => formatInstant(created_at),
    cell: (row) => <time dateTime={row.created_at}>{formatInstant(row.created_at)}</time>,
  },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    text: ({ price }) => price.toFixed(2),
    cell: (row) => (
      <span className="block whitespace-nowrap">
        {formatAmount(row.price)}
        {row.cash > 0 && (
          <span className="block text-sm text-ink-soft">{row.cash_returned > 0 ? 'returned in cash' : 'in cash'}</span>
        )}
        {row.second_division > 0 && (
          <span className="block text-sm text-ink-soft">
            {formatAmount(row.second_division)} off as second division
          </span>
        )}
        {row.discount > 0 && (
          <span className="block text-sm text-ink-soft">{formatAmount(row.discount)} off by coupon</span>
        )}
        {row.refunded > 0 && <span className="block text-sm text-ink-soft">{formatAmount(row.refunded)} back</span>}
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    cell: (row) => <LineBadge line={row} />,
    text: ({ payment_status }) => payment_status,
  },
]
