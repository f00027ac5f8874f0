import type { ReactNode } from 'react'
import Bookmark from 'lucide:bookmark'
import Columns from 'lucide:columns-3'
import Download from 'lucide:download'
import type { List } from '#/web/list.ts'
import { deleteView, listViews } from '#/organizer/calls.gen.ts'
import type { DeskListName } from '#/organizer/views/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { onDemand } from '#/web/on-demand.tsx'
import { PagedList, type PagedListProps } from '#/web/PagedList.tsx'
import { useNavigate, useSearchParams } from '#/web/router.tsx'
import { useDownload } from '#/web/use-download.ts'
import { DataTable, type DataColumn, type Sorting } from '#/web/ui/DataTable.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { useSelection, type Selection } from '#/web/ui/selection.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { useState } from 'react'

/** What a bulk act applies to: chosen rows, or every row that matches the filter. */
export type BulkSelection = { ids: number[] } | { filter: Readonly<Record<string, unknown>> }

export type Chosen<Row> = {
  selection: BulkSelection
  /** The chosen rows that were on a page so far. With a filter there may be more. */
  rows: readonly Row[]
  /** How many are chosen, in words: '6', 'all 312'. */
  count: string
  clear: () => void
}

/** Rows of a page for a file, and pages of a file at most. */
const FILE_PAGE = 100
const MOST_FILE_PAGES = 20

type Shared<Row> = {
  /** The list's name in saved views and files. */
  name: DeskListName
  columns: readonly DataColumn<Row>[]
  rowKey: (row: Row) => number | string
  openPath?: (row: Row) => string | null
  /** The bulk acts of a selection. Without it, rows cannot be selected. */
  acts?: (chosen: Chosen<Row>) => ReactNode
}

type DeskTableProps<Row> = Shared<Row> & {
  caption: string
  rows: readonly Row[]
  /** All rows that match, for a file. Defaults to `rows`. */
  fetchRows?: () => Promise<readonly Row[]>
  total?: number
  /** A selection that the caller keeps. */
  selection?: Selection<Row>
  filter?: Readonly<Record<string, unknown>>
  sorting?: Sorting | undefined
}

/** A list of the desk that is short enough for one page: its columns can be chosen, and it can be downloaded. */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const {
    name,
    columns,
    rowKey,
    openPath,
    acts,
    caption,
    rows,
    fetchRows,
    total = rows.length,
    filter,
    sorting,
  } = props
  const own = useSelection<Row>(JSON.stringify(filter ?? {}), rowKey)
  const selection = props.selection ?? own
  const [shown, choose] = useChosenColumns(columns)
  const matching = total > 1000 ? 'more than 1,000' : String(total)
  return (
    <DataTable
      caption={caption}
      columns={shown}
      rows={rows}
      rowKey={rowKey}
      sorting={sorting}
      openPath={openPath}
      {...(acts && {
        selection,
        matching,
        acts: acts({
          selection: selection.all ? { filter: filter ?? {} } : { ids: [...selection.rows.keys()].map(Number) },
          rows: [...selection.rows.values()],
          count: selection.all ? `all ${matching}` : String(selection.rows.size),
          clear: selection.clear,
        }),
      })}
      tools={
        <>
          <ColumnMenu columns={columns} shown={shown} onChoose={choose} />
          <ViewMenu list={name} />
          <FileButton name={name} columns={shown} fetchRows={fetchRows ?? (() => Promise.resolve(rows))} />
        </>
      }
    />
  )
}

type DeskListProps<Page extends { total: number }, Row> = Omit<PagedListProps<Page>, 'list'> &
  Shared<Row> & {
    list: List<Page> & {
      filter: Readonly<Record<string, unknown>>
      sorting: Sorting | undefined
      fetchPage: (page: number, per_page: number) => Promise<Page>
    }
    rows: (page: Page) => readonly Row[]
    /** The total, as the table's caption: '12 entries'. */
    count: (page: Page) => string
  }

/** A paged list of the desk: saved views, sorting, chosen columns, selection with bulk acts, and a file of what it shows. */
export function DeskList<Page extends { total: number }, Row>(props: DeskListProps<Page, Row>) {
  const { name, list, rows, rowKey, columns, count, openPath, acts, ...paged } = props
  async function fetchRows(): Promise<Row[]> {
    const all: Row[] = []
    for (let page = 1; page <= MOST_FILE_PAGES; page += 1) {
      const found = rows(await list.fetchPage(page, FILE_PAGE))
      all.push(...found)
      if (found.length < FILE_PAGE) break
    }
    return all
  }
  return (
    <>
      <ViewTabs list={name} />
      <PagedList list={list} {...paged}>
        {(page) => (
          <DeskTable
            name={name}
            caption={count(page)}
            columns={columns}
            rows={rows(page)}
            rowKey={rowKey}
            total={page.total}
            filter={list.filter}
            sorting={list.sorting}
            fetchRows={fetchRows}
            {...(openPath && { openPath })}
            {...(acts && { acts })}
          />
        )}
      </PagedList>
    </>
  )
}

/** The columns that are shown: those in the address, or all but the extra ones. */
function useChosenColumns<Row>(columns: readonly DataColumn<Row>[]) {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('columns')?.split(',')
  const isFixed = (column: DataColumn<Row>) => column === columns[0] || column.always === true
  const shown = columns.filter(
    (column) => isFixed(column) || (chosen ? chosen.includes(column.key) : column.extra !== true),
  )

  function choose(column: DataColumn<Row>): void {
    const keys = columns.filter((each) => (each === column) !== shown.includes(each) && !isFixed(each))
    const isUsual = columns.every((each) => isFixed(each) || (each.extra !== true) === keys.includes(each))
    const next = new URLSearchParams(params)
    if (isUsual) next.delete('columns')
    else next.set('columns', keys.map(({ key }) => key).join(','))
    setParams(next, { replace: true })
  }
  return [shown, choose] as const
}

const face = (icon: ReactNode, label: string) => (
  <>
    {icon}
    <span className="max-sm:sr-only">{label}</span>
  </>
)

type ColumnMenuProps<Row> = {
  columns: readonly DataColumn<Row>[]
  shown: readonly DataColumn<Row>[]
  onChoose: (column: DataColumn<Row>) => void
}

function ColumnMenu<Row>({ columns, shown, onChoose }: ColumnMenuProps<Row>) {
  const choices = columns.filter((column) => column !== columns[0] && !column.always)
  if (choices.length === 0) return null
  return (
    <Menu
      label="Columns"
      face={face(<Columns size={18} />, 'Columns')}
      items={choices.map((column) => ({
        id: column.key,
        label: column.title,
        checked: shown.includes(column),
        onSelect: () => onChoose(column),
      }))}
    />
  )
}

type FileButtonProps<Row> = {
  name: DeskListName
  columns: readonly DataColumn<Row>[]
  fetchRows: () => Promise<readonly Row[]>
}

function FileButton<Row>({ name, columns, fetchRows }: FileButtonProps<Row>) {
  const { busy, run } = useDownload(async () => {
    const [{ saveRows }, rows] = await Promise.all([import('./list-file.web.ts'), fetchRows()])
    saveRows(name, columns, rows, rows.length === FILE_PAGE * MOST_FILE_PAGES)
  })
  return (
    <button type="button" onClick={run} aria-disabled={busy || undefined} className={toolLook}>
      {face(<Download size={18} />, busy ? 'Preparing the file …' : 'Download CSV')}
    </button>
  )
}

const toolLook = 'inline-flex min-h-11 items-center gap-2 rounded-sm px-3 text-sm font-[650] hover:bg-current/10'

/** The list's address as a view keeps it: everything but the page. */
function useViewQuery(): string {
  const [params] = useSearchParams()
  const kept = new URLSearchParams(params)
  kept.delete('page')
  return kept.toString()
}

function useViews(list: DeskListName) {
  const { data } = useRead(listViews, {})
  const query = useViewQuery()
  const views = (data?.views ?? []).filter((view) => view.list === list)
  return { views, query, current: views.find((view) => view.query === query) }
}

function ViewTabs({ list }: { list: DeskListName }) {
  const { views, query, current } = useViews(list)
  if (views.length === 0) return null
  return (
    <div className="mb-4">
      <TabLinks
        label="Saved views"
        tabs={[
          { to: '?', label: 'All', current: query === '' },
          ...views.map((view) => ({ to: `?${view.query}`, label: view.name, current: view === current })),
        ]}
      />
    </div>
  )
}

const SaveViewDialog = onDemand(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog)

function ViewMenu({ list }: { list: DeskListName }) {
  const { query, current } = useViews(list)
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const remove = useAction(deleteView, { stale: [listViews], onDone: () => navigate('?') })
  return (
    <>
      <Menu
        label="Views"
        face={face(<Bookmark size={18} />, 'Views')}
        items={[
          { id: 'save', label: 'Save this view', disabled: query === '', onSelect: () => setOpen(true) },
          ...(current
            ? [
                {
                  id: 'delete',
                  label: `Delete “${current.name}”`,
                  tone: 'danger' as const,
                  onSelect: () => remove.run({ params: { id: current.id } }),
                },
              ]
            : []),
        ]}
      />
      {open && <SaveViewDialog list={list} query={query} onClose={() => setOpen(false)} />}
    </>
  )
}
