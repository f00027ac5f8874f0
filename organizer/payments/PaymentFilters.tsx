import { purchaseStatuses } from '#/contract/fields.ts'
import { listEntryChoices } from '#/organizer/entries/contract.ts'
import { OrganizerSearch } from '#/organizer/desk/OrganizerSearch.tsx'
import { useFilters } from '#/organizer/desk/filters.web.ts'
import { seasonTemplates } from '#/rules/season.ts'
import { useRead } from '#/web/api.ts'
import { DateField } from '#/web/ui/DateField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'

/** What the list of payments is asked for, in the URL; days are yyyy-mm-dd there. */
export function PaymentFilters() {
  const filters = useFilters()
  const { data } = useRead(listEntryChoices, {})
  const years = [...new Set((data?.seasons ?? []).map(({ year }) => year))]
  const select = (name: string) => ({
    name,
    optional: 'filter' as const,
    value: filters.of(name) ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => filters.set(name, currentTarget.value),
  })
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 lg:grid-cols-3">
      <div className="col-span-2 lg:col-span-3">
        <OrganizerSearch label="Search payments" hint="A player's name or email, or an order number." />
      </div>
      <SelectField
        {...select('season')}
        label="Season"
        placeholder="All seasons"
        options={seasonTemplates.map(({ slug, name }) => ({ value: slug, label: name }))}
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
      <DateField
        label="From"
        name="from"
        className="col-span-2 sm:col-span-1"
        optional="filter"
        value={filters.of('from') ?? ''}
        onChange={(day) => filters.set('from', day)}
      />
      <DateField
        label="To"
        name="to"
        className="col-span-2 sm:col-span-1"
        optional="filter"
        value={filters.of('to') ?? ''}
        onChange={(day) => filters.set('to', day)}
      />
    </div>
  )
}
