import { PagedList, type PagedListProps } from './PagedList.tsx'
import { Table, type Column } from './ui/Table.tsx'

type PagedTableProps<Page extends { total: number }, Row> = PagedListProps<Page> & {
  rows: (page: Page) => readonly Row[]
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
  /** The total, as the table's caption: '12 entries'. */
  count: (page: Page) => string
  /** Rows to highlight, such as the reader's own. */
  marked?: (row: Row) => boolean
}

/** A paged list in columns, with its total, its pager, and its loading, error and empty states. */
export function PagedTable<Page extends { total: number }, Row>(props: PagedTableProps<Page, Row>) {
  const { rows, rowKey, columns, count, marked, ...list } = props
  return (
    <PagedList {...list}>
      {(page) => (
        <Table caption={count(page)} columns={columns} rows={rows(page)} rowKey={rowKey} {...(marked && { marked })} />
      )}
    </PagedList>
  )
}
