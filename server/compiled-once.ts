import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value while a statement is built. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of a read that is asked for all the time: its text is made once for each set of values that are given, and not
 * at each call, of which that was a thirtieth. `build` may ask whether a value is there; what it is, is known when it is sent.
 */
export function compiledOnce<Row, Values extends Readonly<Record<string, unknown>>>(
  build: (values: Values) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const known = new Map<string, { sql: string; parameters: readonly unknown[] }>()
  const compile = (db: Db, names: readonly string[]) => {
    const places = Object.fromEntries(names.map((name) => [name, new Place(name)])) as Values
    return build(places).compile(db)
  }
  return async (db, values) => {
    const names = Object.keys(values).filter((name) => values[name] !== undefined)
    const shape = names.toSorted().join(' ')
    const statement = known.get(shape) ?? compile(db, names)
    known.set(shape, statement)
    const parameters = statement.parameters.map((each) => (each instanceof Place ? values[each.name] : each))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))
    return rows
  }
}
