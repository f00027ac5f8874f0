import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { standardRules } from '#/rules/season-rules.ts'
import type { Db, WritableDb } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { median, rounded, row, verdict, writeFigures } from './figures.ts'
import { entriesPerLeague, fill, leagueOfSmallArea, matchesPerLeague, theLeague } from './fill.ts'
import type { Question, Subject } from './load.ts'
import { deskReadsOf, furtherReadsOf, readsOf } from './questions.ts'
import { ask, askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// The same league among few matches and among many, in turns: its replies, the desk's reads of its season, disk space,
// and recalculating the season's tables after a rule change: node bench/scale.ts [few] [many] [bursts]
const few = Number(process.argv[2] ?? 10_000)
const many = Number(process.argv[3] ?? 10_000_000)
const bursts = Number(process.argv[4] ?? 40)
/** Maximum ratios of many to few. */
const targets = { player: 1.2, desk: 1.5, rebuild: 1.5 }
const bytesPerMatch = 1200

/** The owner who makes the desk's reads. */
const owner_id = theLeague.player_id + 1

type Filled = Awaited<ReturnType<typeof startFilled>>

const figures: object[] = []

try {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize < many * bytesPerMatch)
    throw new Error(`${many} matches take ${(many * bytesPerMatch) / 1e9} GB in ${tmpdir()}, and there is less.`)
  console.log(`A league of ${entriesPerLeague} with ${matchesPerLeague} results among ${few} and among ${many} matches`)
  const [small, large] = [await startFilled('few', few), await startFilled('many', many)]
  console.log(`\np50 in ms, median of ${bursts} bursts in turns, one connection\n`)
  console.log(row('', 'few', 'many', 'many / few'))
  for (const [index, [name, question]] of small.reads.entries()) {
    const other = large.reads[index]?.[1] ?? question
    await compareAnswers(small.port, large.port, name, question, other)
    await compareSpeed(name, [small.port, question], [large.port, other], targets.player)
  }
  console.log(row('target, at most', '', '', targets.player.toFixed(2)))
  const desks = [
    ['an area of as many players', large.deskOfSmallArea],
    ['an area of more players', large.desk],
  ] as const
  for (const [of, desk] of desks) {
    if (desk === null) continue
    console.log(`\nThe desk: ${of}, in a season with more leagues; the rows found where they are not as many\n`)
    for (const [index, [name, question]] of small.desk.entries())
      await compareSpeed(name, [small.port, question], [large.port, desk[index]?.[1] ?? question], targets.desk, of)
    console.log(row('target, at most', '', '', targets.desk.toFixed(2)))
  }

  console.log('\nThe tables of a season after a change of its rules\n')
  console.log(row('', 'few', 'many', 'many / few'))
  const [one, other] = [await rebuild(small), await rebuild(large)]
  const ratio = other.ms_a_league / one.ms_a_league
  console.log(row('leagues', String(one.leagues), String(other.leagues)))
  console.log(row('seconds', one.seconds.toFixed(1), other.seconds.toFixed(1)))
  const cells = [one.ms_a_league, other.ms_a_league].map((ms) => ms.toFixed(1))
  console.log(row('ms a league', ...cells, ratio.toFixed(2), verdict(ratio <= targets.rebuild)))
  console.log(row('target, at most', '', '', targets.rebuild.toFixed(2)))
  const disk = [small, large].map(({ matches, bytes }) => ({
    matches,
    bytes,
    bytes_a_match: Math.round(bytes / matches),
  }))
  console.log(`\nOn disk, with the indexes: ${disk.map((of) => `${of.bytes_a_match} bytes a match`).join(' and ')}`)
  await writeFigures('scale', {
    few,
    many,
    bursts,
    targets,
    reads: figures,
    disk,
    rebuild: { few: one, many: other, ratio: rounded(ratio), met: ratio <= targets.rebuild },
  })
} finally {
  await stopServers()
}

async function startFilled(name: string, count: number) {
  const began = performance.now()
  const { url, filled } = await startDatabase(name, { fsync: false }, async (db) => {
    const before = await sizeOf(db)
    const { matches, has_small_area } = await fill(db, count, new Date(), { checked: count <= 10_000 })
    const bytes = (await sizeOf(db)) - before
    await db.updateTable('players').set({ role: 'owner' }).where('id', '=', owner_id).execute()
    const { season_id } = await findPlace(db, theLeague.id)
    return {
      matches,
      bytes,
      season_id,
      token: await startSession(db, owner_id, new Date()),
      reads: [...(await readsOf(db)), ...(await furtherReadsOf(db))],
      desk: await openDesk(db, theLeague),
      deskOfSmallArea: has_small_area ? await openDesk(db, leagueOfSmallArea) : null,
    }
  })
  console.log(`filled with ${filled.matches} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return { ...filled, port: await startServer('app/main.ts', url) }
}

/** The desk's reads of a league, after giving it an organizer of only its area. */
async function openDesk(db: WritableDb, league: typeof theLeague): Promise<[string, Question][]> {
  const organizer_id = league.player_id + 2
  const { area } = await findPlace(db, league.id)
  await db.updateTable('players').set({ role: 'organizer' }).where('id', '=', organizer_id).execute()
  await db.insertInto('organizer_areas').values({ player_id: organizer_id, area }).execute()
  return deskReadsOf(db, league, { owner_id, organizer_id })
}

function findPlace(db: Db, league_id: number): Promise<{ season_id: number; area: string }> {
  return db.selectFrom('leagues').select(['season_id', 'area']).where('id', '=', league_id).executeTakeFirstOrThrow()
}

async function sizeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

/** Compares everything but `total`, because the area has more results. */
async function compareAnswers(small: number, large: number, name: string, one: Question, other: Question) {
  const [ours, theirs] = await Promise.all([ask(small, one), ask(large, other)])
  if (isDeepStrictEqual({ ...(ours as object), total: 0 }, { ...(theirs as object), total: 0 })) return
  console.error(`${name} is not answered the same among few and among many.`, ours, theirs)
  process.exitCode = 1
}

type PortAndQuestion = readonly [port: number, question: Question]

async function compareSpeed(
  name: string,
  one: PortAndQuestion,
  other: PortAndQuestion,
  target: number,
  of?: string,
): Promise<void> {
  const [few_, many_] = [one, other].map(([port, question]): Subject => ({ port, questions: [question] })) as [
    Subject,
    Subject,
  ]
  const measure = (count: number) => askInTurns(few_, many_, { bursts: count, connections: 1, each: { questions: 40 } })
  // Warms up: plans are made, pages are in memory.
  await measure(12)
  const [small, large] = await measure(bursts)
  const ratio = median(large.map(({ p50 }, burst) => p50 / (small[burst]?.p50 ?? p50)))
  const middle = (loads: typeof small) => rounded(median(loads.map(({ p50 }) => p50)))
  const met = ratio <= target
  const [found_few, found_many] = [await countFound(...one), await countFound(...other)]
  const rows = found_few === found_many ? {} : { found_few, found_many }
  figures.push({
    name,
    ...(of && { of }),
    few_ms: middle(small),
    many_ms: middle(large),
    ratio: rounded(ratio),
    target,
    met,
    ...rows,
  })
  const found = found_few === found_many ? '' : `   ${found_few} and ${found_many} found`
  const cells = [middle(small).toFixed(2), middle(large).toFixed(2), ratio.toFixed(2), verdict(met)]
  console.log(`${row(name, ...cells)}${found}`)
}

/** The number of rows in a list. Null for anything else. */
async function countFound(port: number, question: Question): Promise<number | null> {
  const { total } = (await ask(port, question)) as { total?: unknown }
  return typeof total === 'number' ? total : null
}

/** Changes the rules of the season, and waits until all its tables have been recalculated. The tables keep their content. */
async function rebuild({ port, token, season_id }: Filled) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  // Nobody has met twice, so this changes no table.
  const body = JSON.stringify({ rules: { ...standardRules, meetings: 1 }, despite_results: true })
  const address = `http://127.0.0.1:${port}/api/organizer`
  const from = performance.now()
  const changed = await fetch(`${address}/seasons/${season_id}/rules`, { method: 'PUT', headers, body })
  const { task_id, message } = (await changed.json()) as { task_id?: number; message: string }
  if (task_id === undefined || task_id === null) throw new Error(message)
  for (;;) {
    const { finished_at, state, outcome } = (await ask(port, { path: `/api/organizer/tasks/${task_id}`, token })) as {
      finished_at: string | null
      state: string
      outcome: { leagues: number }
    }
    const seconds = rounded((performance.now() - from) / 1000)
    if (state === 'failed') throw new Error('The tables could not be made again.')
    if (finished_at !== null)
      return { leagues: outcome.leagues, seconds, ms_a_league: rounded((seconds * 1000) / outcome.leagues) }
    await wait(50)
  }
}
