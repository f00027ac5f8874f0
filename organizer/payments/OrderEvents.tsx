import { formatMoment } from '#/contract/format.ts'
import { Table } from '#/web/ui/Table.tsx'
import type { PaymentOrder } from './contract.ts'

/** The payment provider's events about an order. */
export function OrderEvents({ order: { events, by_card } }: { order: PaymentOrder }) {
  if (events.length === 0)
    return (
      <section>
        <h2 className="lettering pb-3 text-lg">Events of the card service</h2>
        <p className="text-ink-soft">
          {by_card ? 'The card service has sent no events about this payment.' : 'No card was used.'}
        </p>
      </section>
    )
  return (
    <Table
      caption="Events of the card service"
      columns={[
        { key: 'type', header: 'Event', rowHeader: true, cell: (event) => event.type },
        { key: 'at', header: 'Received', cell: (event) => formatMoment(event.received_at) },
        {
          key: 'id',
          header: 'Name',
          className: 'sm:min-w-[18ch]',
          cell: (event) => <span className="wrap-anywhere">{event.id}</span>,
        },
      ]}
      rows={events}
      rowKey={({ id }) => id}
    />
  )
}
