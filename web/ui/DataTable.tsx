import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import ArrowDown from 'lucide:arrow-down'
import ArrowUp from 'lucide:arrow-up'
import ArrowUpDown from 'lucide:arrow-up-down'
import { Link, useNavigate } from '#/web/router.tsx'
import { announce } from './announce.ts'
import { Tick } from './Checkbox.tsx'
import { SelectField } from './SelectField.tsx'
import type { Selection } from './selection.ts'
import { useChanged } from './updates.ts'

export type DataColumn<Row> = {
  key: string
  title: string
  cell: (row: Row, index: number) => ReactNode
  /** Its name in the list's sort keys. */
  sort?: string
  align?: 'left' | 'right' | 'center'
  /** Figures of equal width, aligned right. */
  numeric?: boolean
  /** Always shown. The first column is, too: it names the row, and is the title of its card on a phone. */
  always?: boolean
  /** Shown only if it is chosen. */
  extra?: boolean
  /** A class for its width on a desktop. */
  width?: string
  /** The cell in a downloaded file, if the cell is more than text. Null leaves the column out of files. */
  text?: ((row: Row) => string | number | null) | null
}

/** A list's sort keys: 'name' ascending, '-name' descending. */
export type Sorting = {
  value: string
  values: readonly string[]
  hrefOf: (value: string) => string
}

export type DataTableProps<Row> = {
  caption: string
  hideCaption?: boolean
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  sorting?: Sorting | undefined
  selection?: Selection<Row> | undefined
  /** The number of rows that match the filter, in words: '312', 'more than 1,000'. */
  matching?: string
  /** The bulk acts of a selection. */
  acts?: ReactNode
  /** The address that opens a row. */
  openPath?: ((row: Row) => string | null) | undefined
  /** Controls beside the caption. */
  tools?: ReactNode
}

/**
 * Rows that can be sorted, selected and opened: a dense table on a desktop, cards on a phone. Keyboard: j and k move to
 * a row from anywhere on the page; on a row the arrows move, with Shift they select, x selects, Enter or o opens.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    hideCaption = false,
    columns,
    rows,
    rowKey,
    sorting,
    selection,
    matching,
    acts,
    openPath,
    tools,
  } = props
  const navigate = useNavigate()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(0)
  const fits = useFits(frame)
  useRowKeys(body, current)

  function open(row: Row | undefined): void {
    const path = row === undefined ? null : openPath?.(row)
    if (path) void navigate(path)
  }

  function move(event: KeyboardEvent<HTMLTableRowElement>, index: number): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (event.target !== event.currentTarget || ctrlKey || metaKey || altKey) return
    const step = steps[key]
    if (step !== undefined) {
      const next = Math.min(rows.length - 1, Math.max(0, index + step))
      event.preventDefault()
      focusRow(body.current, next)
      if (shiftKey) selection?.press(rows, next, { extend: true, from: index })
    } else if (key === 'x' && selection) selection.press(rows, index)
    else if (key === 'Enter' || key === 'o') open(rows[index])
    else if (key === 'Escape') selection?.clear()
  }

  const wholePage =
    selection !== undefined &&
    rows.some(selection.can) &&
    rows.every((row) => !selection.can(row) || selection.has(rowKey(row)))
  const somePage = !wholePage && selection !== undefined && rows.some((row) => selection.has(rowKey(row)))
  const pickPage = (label?: string) =>
    selection && (
      <Tick
        aria-label={label}
        checked={wholePage || somePage}
        some={somePage}
        onChange={() => selection.pressPage(rows)}
      />
    )
  return (
    <div className="pb-2">
      {!hideCaption && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
          <p aria-hidden="true" className="lettering text-lg">
            {caption}
          </p>
          <div className="flex flex-wrap items-center gap-x-2">{tools}</div>
        </div>
      )}
      {(selection || sorting) && (
        <div className="flex items-end gap-4 pb-3 sm:hidden">
          {selection && <label className="flex min-h-11 items-center gap-3">{pickPage()} Select page</label>}
          {sorting && sorting.values.length > 1 && (
            <SortField columns={columns} sorting={sorting} onSort={(value) => void navigate(sorting.hrefOf(value))} />
          )}
        </div>
      )}
      <div ref={frame} className={`relative ${fits ? '' : 'sm:overflow-x-auto'}`}>
        <table role="table" className="w-full border-collapse text-left max-sm:block lg:text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-sm:sr-only">
            <tr role="row">
              {selection && (
                <th role="columnheader" scope="col" className={`${headLook(fits)} w-10 pl-3`}>
                  <span className="max-sm:hidden">{pickPage('Select all rows of this page')}</span>
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.key} column={column} sorting={sorting} className={headLook(fits)} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-3">
            {rows.map((row, index) => (
              <Row
                key={rowKey(row)}
                id={`${id}-${index}`}
                row={row}
                at={index}
                columns={columns}
                isCurrent={index === Math.min(current, rows.length - 1)}
                isSelected={selection?.can(row) ? selection.has(rowKey(row)) : undefined}
                hasTick={selection !== undefined}
                canOpen={openPath !== undefined && openPath(row) !== null}
                onOpen={() => open(row)}
                onFocus={() => setCurrent(index)}
                onKeyDown={(event) => move(event, index)}
                onSelect={(extend) => selection?.press(rows, index, { extend })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {selection && <SelectionBar selection={selection} matching={matching} wholePage={wholePage} acts={acts} />}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  J: 1,
  ArrowUp: -1,
  k: -1,
  K: -1,
  Home: -Infinity,
  End: Infinity,
}

function focusRow(body: HTMLTableSectionElement | null, index: number): void {
  const row = body?.rows[index]
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

const controls = 'a, button, input, select, textarea, label, summary, [contenteditable]'

/** From anywhere on the page but a field or a dialog, j and k move the focus to a row. */
function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, current: number): void {
  useEffect(() => {
    const off = new AbortController()
    addEventListener(
      'keydown',
      (event) => {
        const { key, target, ctrlKey, metaKey, altKey } = event
        if ((key !== 'j' && key !== 'k') || event.defaultPrevented || ctrlKey || metaKey || altKey) return
        if (!(target instanceof HTMLElement) || target.closest('tr[data-row]')?.matches(':focus')) return
        if (target.closest('input:not([type=checkbox]), select, textarea, [contenteditable], dialog, [role=menu]'))
          return
        event.preventDefault()
        focusRow(body.current, current)
      },
      { signal: off.signal },
    )
    return () => off.abort()
  }, [body, current])
}

/** Whether the table fits its frame, so that the frame need not scroll and the head can stick to the window. */
function useFits(frame: RefObject<HTMLDivElement | null>): boolean {
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const box = frame.current
    const table = box?.firstElementChild
    if (!box || !table) return undefined
    const observer = new ResizeObserver(() => setFits(table.scrollWidth <= box.clientWidth))
    observer.observe(box)
    observer.observe(table)
    return () => observer.disconnect()
  }, [frame])
  return fits
}

function headLook(fits: boolean): string {
  return `bg-chalk px-2 py-2 text-sm font-[650] text-ink-soft first:pl-3 last:pr-3 sm:px-3 [box-shadow:inset_0_-2px_0_var(--color-ink)] ${fits ? 'sticky top-16 z-10' : ''}`
}

type HeadProps<Row> = { column: DataColumn<Row>; sorting: Sorting | undefined; className: string }

function Head<Row>({ column, sorting, className }: HeadProps<Row>) {
  const offered = sorting && column.sort ? directionsOf(sorting, column.sort) : []
  const at = sorting ? offered.indexOf(sorting.value) : -1
  const next = at === -1 ? offered[0] : offered[(at + 1) % offered.length]
  const direction = at === -1 ? undefined : sorting?.value.startsWith('-') ? 'descending' : 'ascending'
  const Arrow = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={offered.length === 0 ? undefined : (direction ?? 'none')}
      className={`${className} ${alignment(column)} ${column.width ?? ''}`}
    >
      {sorting && next !== undefined ? (
        <Link
          to={sorting.hrefOf(next)}
          className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${direction ? 'text-ink' : ''}`}
        >
          {column.title}
          <Arrow size={14} className={direction ? '' : 'opacity-50'} />
        </Link>
      ) : (
        column.title
      )}
    </th>
  )
}

/** The sort keys of a column, the usual one first. */
function directionsOf({ values }: Sorting, sort: string): string[] {
  return values.filter((value) => value === sort || value === `-${sort}`)
}

type SortFieldProps<Row> = { columns: readonly DataColumn<Row>[]; sorting: Sorting; onSort: (value: string) => void }

/** On a phone, in place of the columns' heads. */
function SortField<Row>({ columns, sorting, onSort }: SortFieldProps<Row>) {
  const titleOf = (value: string) => columns.find(({ sort }) => sort === value.replace('-', ''))?.title
  const options = sorting.values.flatMap((value) => {
    const title = titleOf(value)
    return title === undefined ? [] : [{ value, label: `${title} ${value.startsWith('-') ? '↓' : '↑'}` }]
  })
  if (options.length < 2) return null
  return (
    <SelectField
      label="Sort by"
      name="sort"
      optional="filter"
      className="min-w-0 flex-1"
      value={sorting.value}
      onChange={(event) => onSort(event.currentTarget.value)}
      options={options}
    />
  )
}

type RowProps<Row> = {
  id: string
  row: Row
  at: number
  columns: readonly DataColumn<Row>[]
  isCurrent: boolean
  /** Undefined if it cannot be selected. */
  isSelected: boolean | undefined
  hasTick: boolean
  canOpen: boolean
  onOpen: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void
  onSelect: (extend: boolean) => void
}

function Row<Row>(props: RowProps<Row>) {
  const { id, row, at, columns, isCurrent, isSelected, hasTick, canOpen, onOpen, onFocus, onKeyDown, onSelect } = props
  const changed = useChanged(row)

  function press(event: MouseEvent<HTMLTableRowElement>): void {
    const isControl = event.target instanceof Element && event.target.closest(controls) !== null
    if (isControl || event.defaultPrevented) return
    if (event.shiftKey && isSelected !== undefined) onSelect(true)
    else if (canOpen && getSelection()?.isCollapsed !== false) onOpen()
  }

  return (
    <tr
      role="row"
      data-row
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isSelected}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={press}
      onMouseDown={(event) => {
        // The press selects rows, not text.
        if (event.shiftKey && isSelected !== undefined) event.preventDefault()
      }}
      className={`${changed} relative border-b border-line outline-offset-[-2px] max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:rounded-md max-sm:border max-sm:p-4 ${canOpen ? 'cursor-pointer' : ''} ${isSelected ? 'bg-live/25 [box-shadow:inset_4px_0_0_var(--color-ink)]' : 'bg-surface hover:bg-sunk'}`}
    >
      {hasTick && (
        <td role="cell" className="w-10 pl-1 align-top max-sm:absolute max-sm:top-2 max-sm:right-2">
          {isSelected !== undefined && (
            <label htmlFor={`${id}-select`} className="grid p-2">
              <Tick
                id={`${id}-select`}
                aria-label="Select"
                aria-labelledby={`${id}-select ${id}`}
                checked={isSelected}
                onClick={(event) => onSelect(event.shiftKey)}
                // The press is handled with its Shift key above.
                onChange={() => undefined}
              />
            </label>
          )}
        </td>
      )}
      {columns.map((column, index) => {
        const look = `px-2 py-2 align-top first:pl-3 last:pr-3 sm:px-3 ${alignment(column)} ${column.numeric ? 'tabular' : ''} ${column.width ?? ''} max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:p-0! max-sm:text-left max-sm:wrap-anywhere sm:wrap-break-word`
        return index === 0 ? (
          <th
            key={column.key}
            id={id}
            role="rowheader"
            scope="row"
            className={`${look} font-[650] max-sm:block max-sm:pb-1! max-sm:text-lg ${hasTick ? 'max-sm:pr-12!' : ''}`}
          >
            {column.cell(row, at)}
          </th>
        ) : (
          <td key={column.key} role="cell" className={look}>
            <span aria-hidden="true" className="text-sm wrap-break-word text-ink-soft sm:hidden">
              {column.title}
            </span>
            <span className="max-sm:text-right">{column.cell(row, at)}</span>
          </td>
        )
      })}
    </tr>
  )
}

type SelectionBarProps<Row> = {
  selection: Selection<Row>
  matching: string | undefined
  wholePage: boolean
  acts: ReactNode
}

/** Sticks to the bottom of the window while rows are selected. */
function SelectionBar<Row>({ selection, matching, wholePage, acts }: SelectionBarProps<Row>) {
  const { rows, all } = selection
  const count = all ? `All ${matching ?? rows.size} selected` : `${rows.size} selected`
  const isEmpty = !all && rows.size === 0
  const said = useRef(count)
  useEffect(() => {
    if (said.current !== count) announce(count)
    said.current = count
  }, [count])
  if (isEmpty) return null
  return (
    <section
      aria-label="Selection"
      className="sticky bottom-0 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-2 border-ink bg-surface px-4 py-2.5 lift"
    >
      <p className="tabular font-[680]">{count}</p>
      {!all && wholePage && matching !== undefined && matching !== String(rows.size) && (
        <button type="button" onClick={selection.selectAll} className={linkLook}>
          Select all {matching} that match
        </button>
      )}
      <button type="button" onClick={selection.clear} className={linkLook}>
        Clear
      </button>
      <div className="ml-auto flex flex-wrap items-center gap-2">{acts}</div>
    </section>
  )
}

const linkLook = 'min-h-9 underline decoration-edge underline-offset-4 hover:decoration-ink'

function alignment({ align, numeric }: { align?: 'left' | 'right' | 'center'; numeric?: boolean }): string {
  const side = align ?? (numeric ? 'right' : 'left')
  return side === 'right' ? 'text-right' : side === 'center' ? 'text-center' : 'text-left'
}
