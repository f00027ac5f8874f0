import { wireDay } from '#/contract/wire-day.ts'
import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import type { useList } from '#/web/list.ts'
import { DateField } from '#/web/ui/DateField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { listAuditLog } from './contract.ts'

/** The filters of the audit log, which are in the address. */
export function AuditFilters({ list }: { list: ReturnType<typeof useList<typeof listAuditLog>> }) {
  const { values, read, set } = list
  const date = (name: 'from' | 'to') => ({
    name,
    optional: 'filter' as const,
    value: values[name] ?? '',
    onChange: (day: string) => set({ [name]: day === '' ? '' : wireDay(day) }),
  })
  return (
    <div className="mb-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <div className="sm:col-span-2 lg:col-span-4">
        <SearchBox
          label="Search the audit log"
          hint="Words of what was done or why, a name, or a subject such as “match 12”."
          value={values.search}
          onSearch={(search) => set({ search })}
        />
      </div>
      <SelectField
        name="by"
        optional="filter"
        label="Organizer"
        placeholder="All organizers"
        value={String(values.by ?? '')}
        onChange={({ currentTarget }) => set({ by: currentTarget.value })}
        options={(read.data?.organizers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <SelectField
        name="kind"
        optional="filter"
        label="Kind"
        placeholder="Every kind"
        value={values.kind ?? ''}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
        options={(read.data?.kinds ?? []).map(({ kind, title }) => ({ value: kind, label: title }))}
      />
      <DateField {...date('from')} label="From" />
      <DateField {...date('to')} label="To" />
    </div>
  )
}
