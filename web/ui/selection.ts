import { useState } from 'react'

type Key = string | number

type State<Row> = {
  scope: string
  rows: ReadonlyMap<Key, Row>
  /** Whether every row that matches the filter is selected. */
  all: boolean
  /** The selection before the range that ends at the anchor began. */
  base: ReadonlyMap<Key, Row>
  anchor: Key | null
}

export type Selection<Row> = {
  /** The selected rows, of this page and of others. */
  rows: ReadonlyMap<Key, Row>
  all: boolean
  has: (key: Key) => boolean
  /** Whether a row can be selected. */
  can: (row: Row) => boolean
  /**
   * Selects or deselects one row of the page. With `extend`, selects all rows from the last pressed one to this; `from`
   * is where the range begins if that row is not selected.
   */
  press: (page: readonly Row[], index: number, options?: { extend?: boolean; from?: number }) => void
  /** Selects or deselects the whole page. */
  pressPage: (page: readonly Row[]) => void
  selectAll: () => void
  clear: () => void
}

type SelectionOptions<Row> = {
  /** The rows that are selected at the beginning. */
  initial?: readonly Row[]
  can?: (row: Row) => boolean
}

/** The selected rows of a list. Empty again when `scope`, the filter, changes. */
export function useSelection<Row>(
  scope: string,
  keyOf: (row: Row) => Key,
  { initial = [], can = () => true }: SelectionOptions<Row> = {},
): Selection<Row> {
  const empty: State<Row> = { scope, rows: new Map(), all: false, base: new Map(), anchor: null }
  const [stored, setState] = useState<State<Row>>(() => ({ ...empty, rows: withRows(empty.rows, initial) }))
  const state = stored.scope === scope ? stored : empty
  const { rows, all, base, anchor } = state
  const keep = (next: ReadonlyMap<Key, Row>, at: Key | null) =>
    setState({ scope, rows: next, all: false, base: next, anchor: at })
  const withPage = (page: readonly Row[]) => withRows(rows, page)

  function withRows(before: ReadonlyMap<Key, Row>, more: readonly Row[]): Map<Key, Row> {
    return new Map([...before, ...more.filter(can).map((row) => [keyOf(row), row] as const)])
  }

  return {
    rows,
    all,
    has: (key) => all || rows.has(key),
    can,
    press: (page, index, { extend = false, from } = {}) => {
      const row = page[index]
      if (row === undefined) return
      const start = from === undefined ? undefined : page[from]
      // A range from a row that is not selected begins there.
      const isNew = start !== undefined && !rows.has(keyOf(start))
      const first = isNew ? from! : extend ? page.findIndex((each) => keyOf(each) === anchor) : -1
      if (first === -1) {
        const next = all ? withPage(page) : new Map(rows)
        if (!next.delete(keyOf(row)) && can(row)) next.set(keyOf(row), row)
        keep(next, keyOf(row))
        return
      }
      const before = isNew ? rows : base
      const range = page.slice(Math.min(first, index), Math.max(first, index) + 1)
      const next = withRows(before, range)
      setState({ scope, rows: next, all: false, base: before, anchor: isNew ? keyOf(start) : anchor })
    },
    pressPage: (page) => {
      const isWhole = all || page.every((row) => !can(row) || rows.has(keyOf(row)))
      if (!isWhole) {
        keep(withPage(page), null)
        return
      }
      const next = new Map(rows)
      for (const row of page) next.delete(keyOf(row))
      keep(next, null)
    },
    selectAll: () => setState({ ...empty, rows, all: true }),
    clear: () => setState(empty),
  }
}
