import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db, WritableDb } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { median, rate, rounded, row, verdict, writeFigures } from './figures.ts'
import { fill, theLeague } from './fill.ts'
import type { Question, Subject } from './load.ts'
import { ask, askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// The desk's search among many players and matches, beside a bare server with the same statements, in turns, one
// connection: node bench/desk.ts [matches] [bursts]
const matches = Number(process.argv[2] ?? 1_000_000)
const bursts = Number(process.argv[3] ?? 10)
const QUESTIONS_PER_BURST = 40
const TARGET_P95_MS = 100
/** The least ratio of the app's rate to the bare server's. */
const TARGET_RATIO = 0.75

const figures: object[] = []

try {
  const { url, filled } = await startDatabase('desk', { fsync: false }, async (db) => {
    const began = performance.now()
    const { matches: made, leagues } = await fill(db, matches, new Date(), { checked: false })
    await fillDesk(db)
    console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    return { made, players: leagues * 30, questions: await questionsOf(db) }
  })
  const [app, bare] = [await startServer('app/main.ts', url), await startServer('bench/bare-server.ts', url)]
  console.log(`${filled.players} players, ${filled.made} matches; ms of a call, median of ${bursts} bursts in turns\n`)
  console.log(row('', 'app p50', 'p95', '', 'bare p50', 'p95', 'ratio'))
  for (const [name, question] of filled.questions) await compare(app, bare, name, question)
  console.log(row('target', '', `${TARGET_P95_MS}`, '', '', '', TARGET_RATIO.toFixed(2)))
  await writeFigures('desk', {
    players: filled.players,
    matches: filled.made,
    targets: { p95_ms: TARGET_P95_MS, ratio: TARGET_RATIO },
    figures,
  })
} finally {
  await stopServers()
}

async function compare(app: number, bare: number, name: string, question: Question): Promise<void> {
  const [ours, theirs] = await Promise.all([ask(app, question), ask(bare, question)])
  if (!isDeepStrictEqual(ours, theirs)) {
    console.error(`The two servers do not answer the same to ${name}.`, ours, theirs)
    process.exitCode = 1
  }
  const subjects = [app, bare].map((port) => ({ port, questions: [question] })) as [Subject, Subject]
  const measure = (count: number) =>
    askInTurns(...subjects, { bursts: count, connections: 1, each: { questions: QUESTIONS_PER_BURST } })
  // Warms up: plans are made, pages are in memory.
  await measure(1)
  const [one, other] = await measure(bursts)
  const ratio = median(one.map((load, burst) => rate(load) / rate(other[burst] ?? load)))
  const [p50, p95] = [median(one.map((load) => load.p50)), median(one.map((load) => load.p95))]
  const [bare_p50, bare_p95] = [median(other.map((load) => load.p50)), median(other.map((load) => load.p95))]
  figures.push({
    name,
    p50_ms: rounded(p50),
    p95_ms: rounded(p95),
    bare_p50_ms: rounded(bare_p50),
    bare_p95_ms: rounded(bare_p95),
    ratio: rounded(ratio),
    met: p95 <= TARGET_P95_MS && ratio >= TARGET_RATIO,
  })
  const cells = [
    p50.toFixed(1),
    p95.toFixed(1),
    verdict(p95 <= TARGET_P95_MS),
    bare_p50.toFixed(1),
    bare_p95.toFixed(1),
  ]
  console.log(row(name, ...cells, ratio.toFixed(2), verdict(ratio >= TARGET_RATIO)))
}

/** Gives each player a different phone, and the log many entries. */
async function fillDesk(db: WritableDb): Promise<void> {
  await sql`
    update players set phone = '+1 ' || lpad((id * 7919 % 800 + 200)::text, 3, '0') || ' ' || lpad((id / 10000)::text, 3, '0') || ' ' || lpad((id % 10000)::text, 4, '0')`.execute(
    db,
  )
  await sql`
    insert into audit_log (at, organizer_id, area, kind, subject, summary, reason)
    select now() - n * interval '1 minute', ${theLeague.player_id + 1}::int, p.area, 'change_level', 'player ' || p.id,
      (array['Changed the level of', 'Moved', 'Withdrew', 'Entered'])[n % 4 + 1] || ' ' || p.name, 'Asked on the phone'
    from generate_series(200000, 1, -1) n join players p on p.id = n`.execute(db)
  await sql`vacuum analyze players, audit_log`.execute(db)
}

async function questionsOf(db: WritableDb): Promise<[string, Question][]> {
  const [owner_id, organizer_id] = [theLeague.player_id + 1, theLeague.player_id + 2]
  const { rows } = await sql<{
    area: string
    name: string
    email: string
    phone: string
    id: number
    order_id: string
  }>`
    select l.area, p.name, p.email, p.phone, p.id, o.id as order_id
    from entry_players ep join leagues l on l.id = ep.league_id join players p on p.id = ep.player_id
    join orders o on o.player_id = p.id
    where l.id = ${theLeague.id} and p.id = ${theLeague.player_id}`.execute(db)
  const [one] = rows
  if (!one) throw new Error('The first league has no players.')
  await db.updateTable('players').set({ role: 'owner' }).where('id', '=', owner_id).execute()
  await db.updateTable('players').set({ role: 'organizer' }).where('id', '=', organizer_id).execute()
  await db.insertInto('organizer_areas').values({ player_id: organizer_id, area: one.area }).execute()
  const opponent = await findOpponent(db, one.id)
  const [first_name = '', last_name = ''] = one.name.split(' ')
  const searches: [string, string][] = [
    ['two letters', first_name.slice(0, 2)],
    ['a first name', first_name],
    ['a whole name', one.name],
    ['an email', one.email],
    ['the host of all emails', 'example.com'],
    ['a part of a phone', one.phone.slice(-8)],
    ['a whole phone', one.phone],
    ['a league', `singles 3.5 ${one.area.replace('-', ' ')}`],
    ['a match by two names', `${first_name} ${opponent}`],
    ['a match by its id', String(matches - 1)],
    ['an order by its number', one.order_id.slice(-12)],
    ['the audit log', `withdrew ${last_name}`],
    ['nothing', 'zzyzx'],
  ]
  const callers = [
    ['owner', await startSession(db, owner_id, new Date())],
    ['organizer', await startSession(db, organizer_id, new Date())],
  ] as const
  return callers.flatMap(([who, token]) =>
    searches.map(([name, q]): [string, Question] => [
      `search, ${who}: ${name}`,
      { path: `/api/organizer/search?${new URLSearchParams({ q }).toString()}`, token },
    ]),
  )
}

async function findOpponent(db: Db, player_id: number): Promise<string> {
  const { rows } = await sql<{ last_name: string }>`
    select p.last_name from matches m join players p on p.id = m.entry_two_id
    where m.entry_one_id = ${player_id} order by m.id limit 1`.execute(db)
  return rows[0]?.last_name ?? ''
}
