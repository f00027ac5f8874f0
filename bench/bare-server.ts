import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql as sqlText,
} from 'kysely'
import postgres from 'postgres'
import type { CallInput } from '#/contract/endpoint.ts'
import type { DB } from '#/db/types.ts'
import { historyPage, historySql, type HistoryRow } from '#/features/matches/card-queries.ts'
import { listMyMatches, type MatchCard, type reportScore } from '#/features/matches/contract.ts'
import { resultsPage, resultsSql, type ResultsRow } from '#/features/matches/result-queries.ts'
import { leaguePlayersPage, leaguePlayersSql, type LeaguePlayersRow } from '#/features/players/queries.ts'
import { standingsSql, toStandingsPage, type StandingsRow } from '#/features/standings/queries.ts'
import { findGroups } from '#/organizer/search/queries.ts'
import { readAreas } from '#/server/areas.ts'
import type { SeasonSlug } from '#/rules/season.ts'
import { sessionSql, type SignedIn } from '#/server/session.ts'
import { entriesPerLeague, leagueOf } from './fill.ts'
import { leagueEntriesSql } from '#/features/leagues/queries.ts'

// The baseline: only node:http, postgres.js and JSON.stringify around the app's own statements.
const sql = postgres(process.env.DATABASE_URL ?? '', {
  max: 10,
  onnotice: () => {},
  connection: { TimeZone: 'UTC', random_page_cost: 1.1 },
  types: {
    day: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    count: { to: 20, from: [20], serialize: String, parse: Number },
  },
})

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Compiles a statement's text once. `marks` are placeholders for the values that change between calls. */
function statement<Row extends object, M extends readonly unknown[]>(query: RawBuilder<Row>, ...marks: M) {
  const { sql: statementText, parameters } = query.compile(compiler)
  const places = parameters.map((parameter) => marks.findIndex((mark) => isDeepStrictEqual(mark, parameter)))
  return (...values: M): Promise<Row[]> => {
    const bound = parameters.map((parameter, index) => {
      const place = places[index] ?? -1
      return place < 0 ? parameter : values[place]
    })
    return sql.unsafe<Row[]>(statementText, bound as never[], { prepare: true })
  }
}

class BareDriver extends DummyDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve({
      executeQuery: async <R>({ sql: statementText, parameters }: CompiledQuery) => ({
        rows: (await sql.unsafe(statementText, parameters as never[], { prepare: true })) as unknown as R[],
      }),
      streamQuery: () => {
        throw new Error('Nothing is streamed here.')
      },
    })
  }
}

/** Runs a call of the desk, whose statements depend on what was asked. */
const desk = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new BareDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
await readAreas(desk)

const noTime = new Date(0)
const no = {
  id: -7,
  hash: Buffer.alloc(32),
  area: 'no-area',
  season: 'no-season' as SeasonSlug,
  year: -8,
  division: 'no',
}

const findSession = statement<SignedIn & { last_seen_at: Date | null }, [Buffer, Date]>(
  sessionSql(sqlText`array[${no.hash}::bytea]`, noTime, false),
  no.hash,
  noTime,
)
const findStandings = statement<StandingsRow, [number, string, Date]>(
  standingsSql({ player_id: no.id, area: no.area, limit: entriesPerLeague, offset: 0, now: noTime }),
  no.id,
  no.area,
  noTime,
)
const findResults = statement<ResultsRow, [string]>(resultsSql({ area: no.area }, 20, 0), no.area)
const findHistory = statement<HistoryRow, [number, Date]>(
  historySql({ id: no.id, organizer_areas: [] }, noTime, 20, 0),
  no.id,
  noTime,
)
const findMyLeagues = statement(leagueEntriesSql(no.id, noTime), no.id, noTime)
const findPlayers = statement<LeaguePlayersRow, [number, SeasonSlug, number, string]>(
  leaguePlayersSql(no.id, { league: no.season, yr: no.year, level: no.division }, 20, 0),
  no.id,
  no.season,
  no.year,
  no.division,
)

const cardFields = Object.keys(listMyMatches.reply.shape.matchups.def.element.shape) as (keyof MatchCard)[]

/** The fields of the reply. Rows have more columns, which the app's serializer drops. */
function toReply(card: MatchCard): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of cardFields) fields[name] = card[name]
  return fields
}

type Answer = (caller: SignedIn, body: string) => Promise<unknown>
/** The handler of each address. */
const answers: Record<string, Answer> = {
  [`GET /api/users/standings?page=1&per_page=${entriesPerLeague}`]: async ({ id, area }) => {
    const [found] = await findStandings(id, area ?? '', new Date())
    const { changes_at: _, ...page } = found ? toStandingsPage(found) : {}
    return { ...page, area, skip: 0 }
  },
  'GET /api/users/scores': async ({ area }) => ({
    ...resultsPage(await findResults(area ?? ''), new Date()),
    skip: 0,
  }),
  'GET /api/users/league-history': async (caller) => {
    const now = new Date()
    const page = historyPage(await findHistory(caller.id, now), caller, now)
    return { ...page, matchups: page.matchups.map(toReply), skip: 0 }
  },
  'GET /api/users/misc/my-league': async ({ id }) => findMyLeagues(id, new Date()),
  'POST /api/users/players': async ({ id }, body) => {
    const { league, yr, level } = JSON.parse(body)
    return { ...leaguePlayersPage(await findPlayers(id, league, yr, level)), skip: 0 }
  },
  'POST /api/users/scores': async ({ id }, body) => ({ id: await storeScore(id, JSON.parse(body)) }),
}

function deskAnswer(url = ''): Answer | undefined {
  const { pathname, searchParams } = new URL(url, 'http://bare')
  if (pathname !== '/api/organizer/search') return undefined
  return async (caller) => ({ groups: await findGroups(desk, caller, searchParams.get('q') ?? '') })
}

/** The standings stored so far, by league. */
const tables = new Map<number, { entry_id: number; rank: number; wins: number; losses: number }[]>()

/** The minimal transaction of a reported score: the match, its score, and standings of thirty rows. Returns the match's id. */
async function storeScore(player_id: number, score: CallInput<typeof reportScore>['body']): Promise<number> {
  const [winner, opponent] = [Number(score.winner.id), Number(score.opponent.id)]
  const league_id = leagueOf(winner)
  const table =
    tables.get(league_id) ??
    Array.from({ length: entriesPerLeague }, (_, seat) => ({
      entry_id: (league_id - 1) * entriesPerLeague + seat + 1,
      rank: seat + 1,
      wins: 0,
      losses: 0,
    }))
  tables.set(league_id, table)
  for (const line of table) {
    if (line.entry_id === winner) line.wins += 1
    if (line.entry_id === opponent) line.losses += 1
  }
  return sql.begin(async (tx) => {
    const now = new Date()
    const [match] = await tx<{ id: number }[]>`
      insert into matches (league_id, area, entry_one_id, entry_two_id, match_date, created_at)
      values (${league_id}, ${score.match_area}, ${winner}, ${opponent}, ${score.match_date}, ${now})
      returning id`
    if (!match) throw new Error('no match was stored')
    const [stored] = await tx<{ id: number }[]>`
      insert into scores (match_id, version, reported_by_id, side_entry_id, winner_entry_id, match_date, match_area, match_location, duration_minutes,
        set_games, total_winner_score, total_opponent_score, match_status, match_notes, created_at, answer_until)
      values (${match.id}, 1, ${player_id}, ${player_id}, ${winner}, ${score.match_date}, ${score.match_area}, ${score.match_location}, 90,
        ${tx.json(score.set_games as never)}, ${score.total_winner_score}, ${score.total_opponent_score}, null, '', ${now}, ${new Date(now.getTime() + 86_400_000)})
      returning id`
    if (!stored) throw new Error('no score was stored')
    await tx`update matches set score_id = ${stored.id} where id = ${match.id}`
    await tx`
      insert into standings (league_id, entry_id, rank, wins, losses, ties, played)
      select ${league_id}, entry_id, rank, wins, losses, 0, wins + losses
      from jsonb_to_recordset(${tx.json(table)}) as line (entry_id int, rank int, wins int, losses int)
      on conflict (league_id, entry_id) do update
      set rank = excluded.rank, wins = excluded.wins, losses = excluded.losses, played = excluded.played
      where (standings.rank, standings.wins, standings.losses, standings.played)
        is distinct from (excluded.rank, excluded.wins, excluded.losses, excluded.played)`
    return match.id
  })
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
    const body = request.method === 'POST' ? await text(request) : ''
    const [caller] = await findSession(createHash('sha256').update(token).digest(), new Date())
    // bench/reads.ts adds a parameter so that the app cannot answer from its cache.
    const answer = answers[`${request.method} ${request.url?.replace(/[?&]first=\d+$/, '')}`] ?? deskAnswer(request.url)
    if (!caller || !answer) return finish(caller ? 404 : 401, '{}')
    finish(200, JSON.stringify(await answer(caller, body)))
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
