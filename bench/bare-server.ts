import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import postgres from 'postgres'
import type { AreaSlug } from '#/contract/fields.ts'
import { standingsSql, type StandingsPage } from '#/features/standings/queries.ts'
import { sessionSql } from '#/server/session.ts'

// The yardstick: node:http, postgres.js and JSON.stringify around the app's own two statements, and nothing else.
const sql = postgres(process.env.DATABASE_URL ?? '', {
  max: 10,
  onnotice: () => {},
  connection: { TimeZone: 'UTC' },
  types: { count: { to: 20, from: [20], serialize: String, parse: Number } },
})

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement with its text made once: `marks` are stand-ins for the values that change from call to call. */
function statement<Row extends object, M extends readonly unknown[]>(query: RawBuilder<Row>, ...marks: M) {
  const { sql: text, parameters } = query.compile(compiler)
  const places = parameters.map((parameter) => marks.findIndex((mark) => isDeepStrictEqual(mark, parameter)))
  return async (...values: M): Promise<Row | undefined> => {
    const bound = parameters.map((parameter, index) => {
      const place = places[index] ?? -1
      return place < 0 ? parameter : values[place]
    })
    const [row] = await sql.unsafe<Row[]>(text, bound as never[], { prepare: true })
    return row
  }
}

const noHash = Buffer.alloc(32)
const noTime = new Date(0)
const noPlayer = -7
const noArea: AreaSlug = 'dc'
const findSession = statement(sessionSql(noHash, noTime), noHash, noTime)

type Caller = { id: number; area: AreaSlug | null }
/** What each address answers to whom. */
const answers: Record<string, (caller: Caller) => Promise<unknown>> = {}

const findStandings = statement<StandingsPage, [number, AreaSlug, Date]>(
  standingsSql(noPlayer, { area: noArea }, 30, 0, noTime),
  noPlayer,
  noArea,
  noTime,
)
answers['/api/users/standings?page=1&per_page=30'] = async ({ id, area }) => {
  if (area === null) return null
  const page = await findStandings(id, area, new Date())
  return page && { ...page, area, skip: 0 }
}

const server = createServer((request, response) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const finish = (status: number, body: string) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  void (async () => {
    const caller = await findSession(createHash('sha256').update(token).digest(), new Date())
    const answer = answers[request.url ?? '']
    if (!caller || !answer) return finish(caller ? 404 : 401, '{}')
    finish(200, JSON.stringify(await answer(caller)))
  })().catch((error: unknown) => {
    console.error(error)
    finish(500, '{}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
process.once('SIGTERM', () => process.exit(0))
