import { formatMoment } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { useState } from 'react'
import { Button } from '#/web/ui/Button.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { BookDialog } from './BookDialog.tsx'
import type { OrderLine, PaymentOrder } from './contract.ts'

/** Money by hand of an order, oldest first, and a button for each line that no card has paid. */
export function OrderBookings({ order: { order_id, lines, bookings } }: { order: PaymentOrder }) {
  const [booking, setBooking] = useState<OrderLine | null>(null)
  const open = lines.filter((line) => line.taken === 0 && (line.payment_status === 'Confirmed' || line.cash > 0))
  if (open.length === 0 && bookings.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      {bookings.length > 0 && (
        <Table
          caption="Money by hand"
          columns={[
            { key: 'amount', header: 'Amount', rowHeader: true, cell: ({ amount }) => formatAmount(amount) },
            { key: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'cash' ? 'Cash' : 'Transfer') },
            { key: 'line', header: 'Line', cell: ({ level_name }) => level_name },
            { key: 'reason', header: 'Reason', cell: ({ reason }) => reason ?? 'With the entry' },
            {
              key: 'by',
              header: 'By',
              cell: ({ organizer, booked_at }) => [organizer, formatMoment(booked_at)].filter(Boolean).join(', '),
            },
          ]}
          rows={bookings}
          rowKey={({ id }) => id}
        />
      )}
      {open.map((line) => (
        <div key={line.id}>
          <Button variant="secondary" size="sm" onClick={() => setBooking(line)}>
            Book money for {line.level_name}
          </Button>
        </div>
      ))}
      {booking && <BookDialog order_id={order_id} line={booking} onClose={() => setBooking(null)} />}
    </section>
  )
}
