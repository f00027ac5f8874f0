import { Table, type Column } from './Table.tsx'

type ChartTableProps<Row> = {
  /** The chart's title. */
  title: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
}

/** The values of a chart, for those who open them. */
export function ChartTable<Row>({ title, ...table }: ChartTableProps<Row>) {
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer text-sm underline">As a table</summary>
      <Table caption={title} hideCaption phone="table" {...table} />
    </details>
  )
}
