import type { ReactNode } from 'react'

type CrossTableProps<Row> = {
  caption: ReactNode
  rows: readonly Row[]
  rowKey: (row: Row) => number
  /** The head of the row, and the text that stands for it at the top of its column. */
  head: (row: Row) => { label: ReactNode; name: string; short: string }
  cell: (row: Row, column: Row) => ReactNode
  marked: (row: Row) => boolean
}

/** Everybody against everybody. The names stay in view while it scrolls sideways; on paper it is one wide page. */
export function CrossTable<Row>({ caption, rows, rowKey, head, cell, marked }: CrossTableProps<Row>) {
  return (
    <div className="landscape relative overflow-x-auto print:overflow-visible">
      <table className="border-collapse text-left text-sm print:text-[9px] print:leading-tight">
        <caption className="lettering pb-3 text-left text-lg">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            <th scope="col" className="sticky left-0 bg-chalk py-2 pr-3 print:bg-transparent font-[650] text-ink-soft">
              Player
            </th>
            {rows.map((row) => {
              const { name, short } = head(row)
              return (
                <th
                  key={rowKey(row)}
                  scope="col"
                  title={name}
                  className="tabular px-2 py-2 text-center font-[650] text-ink-soft"
                >
                  <span aria-hidden="true">{short}</span>
                  <span className="sr-only">{name}</span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { label, short } = head(row)
            return (
              <tr key={rowKey(row)} className="border-b border-line bg-surface">
                <th
                  scope="row"
                  className={`sticky left-0 border-r border-line bg-surface py-2 pr-3 pl-3 font-[650] max-sm:max-w-36 print:py-0.5 ${marked(row) ? '[box-shadow:inset_4px_0_0_var(--color-ink)]' : ''}`}
                >
                  <span className="tabular mr-2 text-ink-soft">{short}</span>
                  <span className="wrap-break-word">{label}</span>
                </th>
                {rows.map((column) => (
                  <td
                    key={rowKey(column)}
                    className={`px-2 py-1.5 text-center print:px-1 print:py-0.5 ${row === column ? 'bg-sunk' : ''}`}
                  >
                    {row === column ? null : cell(row, column)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
