import { Fragment, type ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Figures stand right. */
  align?: 'left' | 'right' | 'center'
  /** Names the row; also the title of its card on a phone. */
  rowHeader?: boolean
  /** Heading for those who see it, if the header is a short form. */
  short?: string
  className?: string
}

type TableProps<Row> = {
  caption: ReactNode
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** Rows to point out, e.g. one's own. */
  marked?: (row: Row) => boolean
  /** A line drawn after so many rows, with its meaning. */
  cut?: { after: number; label: string } | undefined
  /** Below 640 px: rows become cards, or the table stays one (few, narrow columns). */
  phone?: 'cards' | 'table'
}

/** A list of like things in columns. Roles are spelled out: changing `display` would drop them. */
export function Table<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  marked,
  cut,
  phone = 'cards',
}: TableProps<Row>) {
  const cards = phone === 'cards'
  return (
    <table role="table" className={`w-full border-collapse text-left ${cards ? 'max-sm:block' : ''}`}>
      <caption className={hideCaption ? 'sr-only' : `lettering pb-3 text-left text-lg ${cards ? 'max-sm:block' : ''}`}>
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
              {column.short ? (
                <>
                  <span className="sr-only sm:not-sr-only">{column.header}</span>
                  <span aria-hidden="true" className="sm:hidden">
                    {column.short}
                  </span>
                </>
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={cards ? 'max-sm:flex max-sm:flex-col max-sm:gap-3' : ''}>
        {rows.map((row, index) => (
          <Fragment key={rowKey(row, index)}>
            <tr
              role="row"
              className={`border-b border-line ${marked?.(row) ? 'bg-live/25 shadow-[inset_4px_0_0_var(--color-ink)]' : 'bg-surface'} ${
                cards ? 'max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:rounded-md max-sm:border max-sm:p-4' : ''
              }`}
            >
              {columns.map((column) => {
                const look = `px-2 py-3 first:pl-3 last:pr-3 sm:px-3 ${alignment(column)} ${column.align === 'right' ? 'tabular' : ''} ${column.className ?? ''} ${column.align === 'right' ? '' : 'min-w-[8ch] wrap-anywhere'} ${
                  cards
                    ? 'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:p-0! max-sm:text-left'
                    : ''
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
                      <span aria-hidden="true" className="text-sm text-ink-soft sm:hidden">
                        {column.header}
                      </span>
                    )}
                    <span className={cards ? 'max-sm:text-right' : ''}>{column.cell(row, index)}</span>
                  </td>
                )
              })}
            </tr>
            {cut?.after === index + 1 && (
              <tr role="row">
                <td
                  role="cell"
                  colSpan={columns.length}
                  className="border-b-2 border-clay px-3 pt-1 pb-1.5 text-right text-xs font-[650] text-clay"
                >
                  {cut.label}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function alignment(column: { align?: 'left' | 'right' | 'center' }): string {
  return column.align === 'right' ? 'text-right' : column.align === 'center' ? 'text-center' : 'text-left'
}
