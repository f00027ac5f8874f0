import { formatList, formatNumber } from '#/contract/locale.ts'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import type { Check, ErrorGroup } from './contract.ts'
import { formatCount } from './format.ts'

/** Values in place of others, by field; and corrected cells. */
export type Fixes = {
  values: Record<string, Record<string, string>>
  cells: { line: number; column: string; value: string }[]
}

type FixTableProps = { check: Check; fixes: Fixes; onFix: (fixes: Fixes) => void }

/** The errors of a file, one line for each cause, with one fix for all of its rows. */
export function FixTable({ check, fixes, onFix }: FixTableProps) {
  const { groups, error_count } = check
  const shown = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <Table
      caption={
        shown < error_count
          ? `The most frequent of ${formatNumber(error_count)} errors`
          : formatCount(error_count, { one: 'error', several: 'errors' })
      }
      columns={[
        {
          key: 'column',
          header: 'Column',
          rowHeader: true,
          className: 'sm:min-w-48',
          cell: (group: ErrorGroup) => (
            <span className="flex flex-col">
              {group.column}
              <span className="text-sm font-normal text-ink-soft">{formatLines(group, check)}</span>
            </span>
          ),
        },
        {
          key: 'problem',
          header: 'Problem',
          cell: ({ value, problem }) => (
            <span className="break-words">
              {value !== '' && <span className="font-[650]">{value}: </span>}
              {problem}
            </span>
          ),
        },
        {
          key: 'fix',
          header: 'Instead',
          className: 'sm:min-w-56',
          cell: (group, index) => (
            <Fix
              name={`fix-${index + 1}`}
              group={group}
              choices={check.choices[group.field]}
              fixed={fixOf(fixes, group)}
              onFix={(value) => onFix(withFix(fixes, group, value))}
            />
          ),
        },
      ]}
      rows={groups}
      rowKey={({ field, value, problem }) => JSON.stringify([field, value, problem])}
    />
  )
}

/** 'Line 4: Ada Moreno', or '12 rows: lines 4, 5 and 6' */
function formatLines({ count, lines }: ErrorGroup, { wrong }: Check): string {
  const [line = 0] = lines
  if (count > 1)
    return `${formatCount(count, { one: 'row', several: 'rows' })}: lines ${formatList(lines.slice(0, 5).map(String))}${count > 5 ? ', …' : ''}`
  const cells = wrong.find((row) => row.line === line)?.cells ?? []
  const row = cells.filter((cell) => cell !== '').slice(0, 2)
  return [`Line ${line}`, row.join(', ').slice(0, 60)].filter(Boolean).join(': ')
}

/** The fix of a cause: of one row, its cell; of several, the value in all of them. Undefined without one. */
function fixOf({ values, cells }: Fixes, { count, field, value, lines }: ErrorGroup): string | undefined {
  if (count > 1) return values[field]?.[value]
  return cells.find((cell) => cell.line === lines[0] && cell.column === field)?.value
}

function withFix({ values, cells }: Fixes, { count, field, value, lines }: ErrorGroup, fix: string | undefined): Fixes {
  if (count > 1) {
    const { [value]: _, ...others } = values[field] ?? {}
    return { cells, values: { ...values, [field]: fix === undefined ? others : { ...others, [value]: fix } } }
  }
  const [line = 0] = lines
  const others = cells.filter((cell) => cell.line !== line || cell.column !== field)
  return { values, cells: fix === undefined ? others : [...others, { line, column: field, value: fix }] }
}

type FixProps = {
  name: string
  group: ErrorGroup
  choices: string[] | undefined
  fixed: string | undefined
  onFix: (value: string | undefined) => void
}

/** The option that leaves a cell blank: a select has '' for no choice. */
const BLANK = '-'

function Fix({ name, group: { column, value }, choices, fixed, onFix }: FixProps) {
  const label = `${column} instead of ${value || 'nothing'}`
  if (!choices)
    return (
      <TextField
        name={name}
        label={label}
        hideLabel
        optional="filter"
        autoComplete="off"
        maxLength={300}
        value={fixed ?? value}
        onChange={({ currentTarget }) => onFix(currentTarget.value === value ? undefined : currentTarget.value)}
      />
    )
  return (
    <SelectField
      name={name}
      label={label}
      hideLabel
      optional="filter"
      placeholder="Please choose"
      options={[
        ...choices.map((choice) => ({ value: choice, label: choice })),
        ...(value === '' ? [] : [{ value: BLANK, label: 'Leave it blank' }]),
      ]}
      value={fixed === '' ? BLANK : (fixed ?? '')}
      onChange={({ currentTarget }) =>
        onFix(currentTarget.value === '' ? undefined : currentTarget.value === BLANK ? '' : currentTarget.value)
      }
    />
  )
}
