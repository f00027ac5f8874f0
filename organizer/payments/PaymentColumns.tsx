import { formatAmount } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { formatOrderNumber } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { formatAreaDay } from '#/organizer/desk/area-time.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
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
      <TextLink to={deskPaths.payment(row.order_id)} className="tabular whitespace-nowrap">
        {formatOrderNumber(row.order_id)}
      </TextLink>
    ),
  },
  {
    key: 'player',
    title: 'Player',
    text: ({ player }) => player,
    cell: (row) => <TextLink to={deskPaths.player(row.player_id)}>{row.player}</TextLink>,
  },
  {
    key: 'league',
    title: 'League',
    text: (row) => `${row.level_name}, ${row.league_name} ${row.year}, ${areaName(row.area)}`,
    cell: (row) => (
      <span className="block">
        <LeagueLink id={row.league_id}>{row.level_name}</LeagueLink>
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
    text: ({ created_at, area }) => formatAreaDay(created_at, area),
    cell: (row) => <time dateTime={row.created_at}>{formatAreaDay(row.created_at, row.area)}</time>,
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
