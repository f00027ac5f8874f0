import { purchaseStatuses } from '#/contract/choices.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import { listEntryChoices } from '#/organizer/calls.gen.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { useRead } from '#/web/api.ts'
import type { useList } from '#/web/list.ts'
import { DateField } from '#/web/ui/DateField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { listPayments } from './contract.ts'

/** The filters of the list of payments. */
export function PaymentFilters({ list }: { list: ReturnType<typeof useList<typeof listPayments>> }) {
  const { data } = useRead(listEntryChoices, {})
  const years = [...new Set((data?.seasons ?? []).map(({ year }) => year))]
  const select = (name: 'season' | 'year' | 'division' | 'status' | 'refund') => ({
    name,
    optional: 'filter' as const,
    value: String(list.values[name] ?? ''),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => list.set({ [name]: currentTarget.value }),
  })
  const date = (name: 'from' | 'to') => ({
    name,
    optional: 'filter' as const,
    className: 'col-span-2 sm:col-span-1',
    value: list.values[name] ?? '',
    onChange: (day: string) => list.set({ [name]: wireDay(day) }),
  })
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 lg:grid-cols-3">
      <div className="col-span-2 lg:col-span-3">
        <SearchBox
          label="Search payments"
          hint="A player's name or email, or an order number."
          value={list.values.search}
          onSearch={(search) => list.set({ search })}
        />
      </div>
      <SelectField
        {...select('season')}
        label="Season"
        placeholder="All seasons"
        options={listedSeasons().map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <SelectField
        {...select('year')}
        label="Year"
        placeholder="All years"
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
      />
      <SelectField
        {...select('division')}
        label="Division"
        placeholder="All divisions"
        options={(data?.divisions ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <SelectField
        {...select('status')}
        label="Status"
        placeholder="Every status"
        options={purchaseStatuses.map((status) => ({ value: status, label: status }))}
      />
      <SelectField
        {...select('refund')}
        label="Refund"
        placeholder="All lines"
        options={[{ value: 'failed', label: 'Failed' }]}
      />
      <DateField {...date('from')} label="From" />
      <DateField {...date('to')} label="To" />
    </div>
  )
}
