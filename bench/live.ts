import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { sql } from 'kysely'
import { startSession } from '#/server/session.ts'
import { median, row, verdict, writeFigures } from './figures.ts'
import { entriesPerLeague, fill, playerOf } from './fill.ts'
import type { Question } from './load.ts'
import { reportsOf } from './questions.ts'
import { ask, askInTurns, settledMemory, startDatabase, startServer, stopServers } from './servers.ts'

// Open pages (docs/decisions/063), through two processes: node bench/live.ts [reports] [streams] [watchers]
const reports = Number(process.argv[2] ?? 200)
const streams = Number(process.argv[3] ?? 10_000)
const subscribers = Number(process.argv[4] ?? 500)
const targets = { seen_ms: 1_000, stream_kb: 25, standings_ratio: 1.2, statements: 1 }
const matches = 100_000

let statements: string[] = []
const figures: Record<string, number | null> = {}

try {
  const { url, filled } = await startDatabase(
    'live',
    {
      fsync: true,
      onLog: (line) => statements.push(line),
    },
    async (db) => {
      await fill(db, matches, new Date(), { checked: false })
      await sql`alter system set log_statement = 'all'`.execute(db)
      const questions = [await reportsOf(db, 1), await reportsOf(db, 2)]
      const tokens: string[] = []
      for (let player = 1; player <= Math.max(subscribers, Math.ceil(streams / 10)); player += 1)
        tokens.push(await startSession(db, playerOf(1, 2 * entriesPerLeague + player), new Date()))
      const leagues = await sql<{ id: number; path: string }>`
        select l.id, '/api/users/standings?page=1&per_page=50&area=' || l.area || '&season=' || se.slug || '&year=' || se.year || '&division=' || d.slug as path
        from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id
        where l.id in (1, 2) order by l.id`.execute(db)
      return { questions, tokens, tables: leagues.rows }
    },
  )
  const [one, two] = [await startServer('app/main.ts', url), await startServer('app/main.ts', url)]
  const { questions, tokens, tables } = filled
  const [first, second] = tables
  if (!first || !second) throw new Error('There are no leagues.')
  await reportUntilSeen(one, two, (questions[0] ?? []).slice(0, reports), first, tokens)
  for (const page of pagesOf(second.path))
    await measureWatchers(one, two, questions[1]?.pop(), { ...page, id: second.id }, tokens.slice(0, subscribers), url)
  await holdIdle(one, two, tokens, first.path)
  await writeFigures('live', { targets, ...figures })
} finally {
  await stopServers()
}

/** Reports scores to one process while a page that watches through the other reads the table after each event. */
async function reportUntilSeen(
  one: number,
  two: number,
  questions: Question[],
  { id, path }: { id: number; path: string },
  [token = '']: readonly string[],
): Promise<void> {
  const times: number[] = []
  let seen = Promise.withResolvers<void>()
  let { tag } = await readTable(two, path, token, null)
  const page = await openStream(two, token, `league:${id}`, () => {
    void readTable(two, path, token, tag).then((table) => {
      if (table.status === 304) return
      tag = table.tag
      seen.resolve()
    })
  })
  for (const question of questions) {
    seen = Promise.withResolvers()
    const from = performance.now()
    const [answer] = await Promise.all([ask(one, question), Promise.race([seen.promise, wait(10_000)])])
    if (!JSON.stringify(answer).includes('Score saved')) throw new Error(JSON.stringify(answer))
    times.push(performance.now() - from)
  }
  page.destroy()
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  figures['reports'] = times.length
  figures['seen_p50_ms'] = Math.round(median(times) * 10) / 10
  figures['seen_p99_ms'] = Math.round(p99 * 10) / 10
  console.log('A reported score on another open page, through two processes: ms\n')
  console.log(row('', 'p50', 'p99'))
  console.log(row(`${times.length} reports`, median(times).toFixed(1), p99.toFixed(1), verdict(p99 <= targets.seen_ms)))
  console.log(row('target, at most', '', targets.seen_ms.toFixed(1)))
}

/** The pages of a league that reload, and a line that identifies the statement behind each. */
function pagesOf(table: string): { what: string; path: string; pattern: RegExp }[] {
  return [
    { what: 'table', path: table, pattern: /with chosen as/ },
    { what: 'dashboard', path: '/api/users/activity', pattern: /around as \(/ },
    { what: 'matches', path: '/api/users/league-history', pattern: /page as \(/ },
  ]
}

/** Opens many watchers that have a reply and, after a change, ask whether there is a new one. */
async function measureWatchers(
  one: number,
  two: number,
  question: Question | undefined,
  table: { id: number; what: string; path: string; pattern: RegExp },
  tokens: readonly string[],
  url: string,
): Promise<void> {
  const tags = new Map<string, string | null>()
  for (const token of tokens) tags.set(token, (await readTable(two, table.path, token, null)).tag)
  let reads: Promise<{ status: number; tag: string | null }>[] = []
  const sockets = await Promise.all(
    tokens.map((token) =>
      openStream(two, token, `league:${table.id}`, () => {
        // Pages wait a random time of up to a tenth of a second (web/live.ts).
        reads.push(wait(Math.random() * 100).then(() => readTable(two, table.path, token, tags.get(token) ?? null)))
      }),
    ),
  )
  // A new stream repeats the events of the last ten seconds. Wait until they have been read.
  await wait(11_000)
  await reload(url)
  reads = []
  statements = []
  if (!question) throw new Error('No match is left to report.')
  const from = performance.now()
  await ask(one, question)
  while (reads.length < tokens.length) await wait(5)
  const answers = await Promise.all(reads)
  const all_ms = performance.now() - from
  await wait(500)
  const count = (pattern: RegExp) => statements.filter((line) => pattern.test(line)).length
  const ofTable = count(table.pattern)
  const ofLeague = count(/select null::int as match_id/)
  const ofSessions = count(/with ordinality as asked/)
  figures['watchers'] = tokens.length
  figures[`${table.what}_watched_read_by_all_ms`] = Math.round(all_ms)
  figures[`${table.what}_statements_each`] = ofTable / tokens.length
  figures[`${table.what}_shared_session_statements`] = ofSessions
  figures[`${table.what}_league_statements`] = ofLeague
  console.log(`\nA report that ${tokens.length} open pages watch: the ${table.what}\n`)
  console.log(
    row(
      `statements for the ${table.what}, each`,
      '',
      (ofTable / tokens.length).toFixed(2),
      verdict(ofTable <= tokens.length * targets.statements),
    ),
  )
  console.log(row('target, at most', '', targets.statements.toFixed(2)))
  console.log(row('statements for sessions, shared by all', '', String(ofSessions)))
  console.log(row('statements for the league, with the report’s own', '', String(ofLeague)))
  console.log(row('all have read, ms', '', all_ms.toFixed(0)))
  const unanswered = answers.filter(({ status }) => status !== 200 && status !== 304).length
  figures[`${table.what}_watched_unanswered`] = unanswered
  console.log(row('answers that are neither 200 nor 304', '', String(unanswered), verdict(unanswered === 0)))
  console.log(
    row(
      'answers 200, 304',
      ...[200, 304].map((code) => String(answers.filter(({ status }) => status === code).length)),
    ),
  )
  for (const socket of sockets) socket.destroy()
}

/** Compares a process that holds many idle streams with one that holds none. */
async function holdIdle(one: number, two: number, tokens: readonly string[], path: string): Promise<void> {
  const before = await settledMemory(one, 10)
  const sockets: Socket[] = []
  for (let opened = 0; opened < streams; opened += 100) {
    const batch = Array.from({ length: Math.min(100, streams - opened) }, (_, n) => {
      const token = tokens[Math.floor((opened + n) / 10) % tokens.length] ?? ''
      // A loopback address has 28,000 ports for one server.
      return openStream(one, token, 'league:9999,notifications', () => {}, `127.0.0.${1 + Math.floor(opened / 5_000)}`)
    })
    sockets.push(...(await Promise.all(batch)))
  }
  const after = await settledMemory(one, 10)
  const kb = before === null || after === null ? null : (after - before) / streams / 1000
  const question = { path, token: tokens[0] ?? '' }
  const [held, free] = await askInTurns(
    { port: one, questions: [question] },
    { port: two, questions: [question] },
    { bursts: 24, connections: 1, each: { milliseconds: 500 } },
  )
  const ratio = median(held.slice(2).map(({ p99 }, burst) => p99 / (free.slice(2)[burst]?.p99 ?? p99)))
  figures['idle_streams'] = sockets.filter((socket) => !socket.destroyed).length
  figures['stream_kb'] = kb === null ? null : Math.round(kb * 10) / 10
  figures['standings_p99_ratio'] = Math.round(ratio * 100) / 100
  console.log(`\n${figures['idle_streams']} idle streams in one process\n`)
  if (kb !== null) console.log(row('memory each, kB', '', kb.toFixed(1), verdict(kb <= targets.stream_kb)))
  console.log(row('target, at most', '', targets.stream_kb.toFixed(1)))
  console.log(
    row('GET /users/standings, p99 beside none', '', ratio.toFixed(2), verdict(ratio <= targets.standings_ratio)),
  )
  console.log(row('target, at most', '', targets.standings_ratio.toFixed(2)))
  for (const socket of sockets) socket.destroy()
}

/** Makes the database log every statement from now on. */
async function reload(url: string): Promise<void> {
  const { openDatabase } = await import('#/server/db.ts')
  const { JOB_LIMITS } = await import('#/server/pool-limits.ts')
  const db = openDatabase(url, JOB_LIMITS)
  await sql`select pg_reload_conf()`.execute(db)
  await wait(500)
  await db.destroy()
}

async function readTable(port: number, path: string, token: string, tag: string | null) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(tag !== null && { 'if-none-match': tag }) },
  })
  await answer.arrayBuffer()
  return { status: answer.status, tag: answer.headers.get('etag') }
}

/** Uses a raw socket, so that holding it costs little here. Resolves once the stream is open. */
async function openStream(
  port: number,
  token: string,
  topics: string,
  onTold: () => void,
  localAddress = '127.0.0.1',
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
  const parser = createParser({ onEvent: ({ event }) => event === 'changed' && onTold() })
  let isOpen = false
  const opened = Promise.withResolvers<void>()
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (isOpen) return parser.feed(text.replaceAll(/(^|\r\n)[\da-f]+\r\n/g, '\n'))
    isOpen = text.startsWith('HTTP/1.1 200')
    if (isOpen) opened.resolve()
    else opened.reject(new Error(text.slice(0, 200)))
  })
  socket.on('error', (error) => opened.reject(error))
  await once(socket, 'connect')
  socket.write(`GET /api/live?topics=${topics} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await opened.promise
  return socket
}
