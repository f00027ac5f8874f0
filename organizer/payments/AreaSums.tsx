import { areaName } from '#/contract/areas.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { formatTimeZone } from '#/contract/locale.ts'
import { formatAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { listPaymentSums } from '#/organizer/calls.gen.ts'

/** Revenue and refunds by area. Empty if there is only one. */
export function AreaSums({ filter }: { filter: NonNullable<CallInput<typeof listPaymentSums>['query']> }) {
  const read = useRead(listPaymentSums, { query: filter }, { keepPrevious: true })
  const hasDays = filter.from !== undefined || filter.to !== undefined
  return (
    <Loaded of={read} loading="Adding up the areas" skeleton={{ count: 3 }}>
      {({ areas }) =>
        areas.length > 1 && (
          <div className="mb-8 max-w-3xl">
            <Table
              caption="By area, card and cash together"
              rows={areas}
              rowKey={({ area }) => area}
              columns={[
                { key: 'area', header: 'Area', rowHeader: true, cell: ({ area }) => areaName(area) },
                { key: 'zone', header: 'Days of', cell: ({ time_zone }) => formatTimeZone(time_zone) },
                { key: 'lines', header: 'Lines', align: 'right', cell: ({ total }) => total },
                { key: 'in', header: 'In', align: 'right', cell: ({ together }) => formatAmount(together.taken) },
                {
                  key: 'refunded',
                  header: 'Refunded',
                  align: 'right',
                  cell: ({ together }) => formatAmount(together.refunded),
                },
                { key: 'net', header: 'Net', align: 'right', cell: ({ together }) => formatAmount(together.net) },
              ]}
            />
            {hasDays && (
              <p className="mt-2 text-sm text-ink-soft">
                Each area is added up by its own days. The sums of all lines go by{' '}
                {formatTimeZone(organization().time_zone)}, so they can differ around midnight.
              </p>
            )}
          </div>
        )
      }
    </Loaded>
  )
}
