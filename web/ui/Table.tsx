import type { ReactNode } from 'react'
import { useChanged } from './updates.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers are aligned right. */
  align?: 'left' | 'right' | 'center'
  /** Names the row; also the title of its card on a phone. */
  rowHeader?: boolean
  className?: string
}

type TableProps<Row> = {
  caption: ReactNode
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** Rows to highlight, such as the reader's own. */
  marked?: (row: Row) => boolean
  /** Below 640 px: rows become cards, or stay a table (for few, narrow columns). */
  phone?: 'cards' | 'table'
}

/** Rows in columns. Roles are explicit because changing `display` removes the native ones. */
export function Table<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  marked,
  phone = 'cards',
}: TableProps<Row>) {
  const cards = phone === 'cards'
  return (
    // Words are not broken, so a table that is too wide can be scrolled. The position is relative, so that text for
    // screen readers scrolls with it.
    <div className={`relative ${cards ? 'sm:overflow-x-auto' : 'overflow-x-auto'}`}>
      <table role="table" className={`w-full border-collapse text-left ${cards ? 'max-sm:block' : ''}`}>
        <caption
          className={hideCaption ? 'sr-only' : `lettering pb-3 text-left text-lg ${cards ? 'max-sm:block' : ''}`}
        >
          {caption}
        </caption>
        <thead role="rowgroup" className={cards ? 'max-sm:sr-only' : ''}>
          <tr role="row" className="border-b-2 border-ink">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={`px-2 py-2.5 text-sm font-[650] text-ink-soft first:pl-3 last:pr-3 sm:px-3 ${alignment(column)} ${column.className ?? ''}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={cards ? 'max-sm:flex max-sm:flex-col max-sm:gap-3' : ''}>
          {rows.map((row, index) => (
            <Row
              key={rowKey(row, index)}
              row={row}
              index={index}
              columns={columns}
              isMarked={marked?.(row) ?? false}
              cards={cards}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<Row> = { row: Row; index: number; columns: readonly Column<Row>[]; isMarked: boolean; cards: boolean }

function Row<Row>({ row, index, columns, isMarked, cards }: RowProps<Row>) {
  const changed = useChanged(row)
  return (
    <tr
      role="row"
      className={`${changed} border-b border-line ${isMarked ? 'bg-live/25 [box-shadow:inset_4px_0_0_var(--color-ink)]' : 'bg-surface'} ${
        cards ? 'max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:rounded-md max-sm:border max-sm:p-4' : ''
      }`}
    >
      {columns.map((column) => {
        const look = `px-2 py-3 first:pl-3 last:pr-3 sm:px-3 ${alignment(column)} ${column.align === 'right' ? 'tabular' : ''} ${column.className ?? ''} ${
          cards
            ? 'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:p-0! max-sm:text-left max-sm:wrap-anywhere sm:wrap-break-word'
            : 'wrap-break-word'
        }`
        return column.rowHeader ? (
          <th
            key={column.key}
            role="rowheader"
            scope="row"
            className={`${look} font-[650] ${cards ? 'max-sm:order-first max-sm:pb-1! max-sm:text-lg' : ''}`}
          >
            {column.cell(row, index)}
          </th>
        ) : (
          <td key={column.key} role="cell" className={look}>
            {cards && (
              <span aria-hidden="true" className="text-sm wrap-break-word text-ink-soft sm:hidden">
                {column.header}
              </span>
            )}
            <span className={cards ? 'max-sm:text-right' : ''}>{column.cell(row, index)}</span>
          </td>
        )
      })}
    </tr>
  )
}

function alignment(column: { align?: 'left' | 'right' | 'center' }): string {
  return column.align === 'right' ? 'text-right' : column.align === 'center' ? 'text-center' : 'text-left'
}
