import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { entriesPerLeague, haveMet, playerOf } from '#/bench/fill.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase } from '#/test/app.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { files } from '#/test/files.ts'
import { kill, processesOn, spawnApp } from '#/test/process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'deuce-upgrade-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const leagues = 20
/** Each waits for its answer before it asks again, so that a busy machine is not flooded. */
const callers = 8
const newestRelease =
  /Last commit `(\w+)`/.exec(files.find(({ file }) => file === 'CHANGELOG.md')?.text ?? '')?.[1] ?? ''

/** Older commits beside which the newest code may run. */
const earlier = ['be320b5', '81c8916']
/** The second argument of `openDatabase` in these commits. */
const limitsOfEarlier =
  '{ connections: 2, transactions: 2, sharers: 2, free: 9e6, statement: 9e6, transaction: 9e6, lock: 9e6 }'

/** The older commit's files, which run on the packages of this one. */
async function checkOut(commit: string): Promise<string> {
  const path = join(folder, commit)
  await run('sh', ['-c', `mkdir ${path} && git archive ${commit} | tar -x -C ${path}`], { cwd: root })
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'))
  return path
}

/** Migrates and fills a database by the code in `cwd`. Returns the tokens of its players, by id. */
async function fillBy(cwd: string, url: string, limits: string): Promise<Record<number, string>> {
  const script = `
    import { fill, playerOf } from '#/bench/fill.ts'
    import { migrate } from '#/db/migrate.ts'
    import { openDatabase } from '#/server/db.ts'
    import { startSession } from '#/server/session.ts'
    await migrate('${url}')
    const db = openDatabase('${url}', ${limits})
    await fill(db, ${leagues * 210}, new Date(), { checked: true })
    const tokens = {}
    for (let id = 1; id <= playerOf(${leagues}, ${entriesPerLeague}); id += 1) tokens[id] = await startSession(db, id, new Date())
    await db.destroy()
    console.log(JSON.stringify(tokens))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd, maxBuffer: 1e8 })
  return JSON.parse(stdout) as Record<number, string>
}

const reads = ['/users', '/users/misc/my-league', '/users/standings', '/users/scores', '/users/league-history']
const person = {
  first_name: 'Ada',
  last_name: 'Moreno',
  singles_level: '3.5',
  gender: 'Female',
  location: 'south-bend',
}

test.each(earlier)('an upgrade from %s under load refuses nobody, and nobody waits a second for it', async (commit) => {
  const url = await freshDatabase('template0')
  const before = await checkOut(commit)
  const tokens = await fillBy(before, url, limitsOfEarlier)
  const direct = openDatabase(url, { ...JOB_LIMITS, connections: 2 })
  const old = spawnApp(
    {
      DATABASE_URL: url,
      DATA_DIR: join(folder, `data-${commit}`),
      MAIL_TRANSPORT: 'outbox',
      DEMO: '0',
      LOG_LEVEL: 'warn',
    },
    undefined,
    before,
  )
  const origin = await old.ready
  const { rows: seasons } = await sql<{ id: number; area: string; season: string; year: number; day: string }>`
      select l.id, l.area, s.slug as season, s.year, to_char(s.starting_date, 'YYYY/MM/DD') as day
      from leagues l join seasons s on s.id = l.season_id where l.id <= ${leagues} order by l.id`.execute(direct)
  const reports: [number, object][] = []
  for (let one = 1; one <= entriesPerLeague; one += 1)
    for (let two = one + 1; two <= entriesPerLeague; two += 1)
      for (const { id, area, season, year, day } of haveMet(one, two) ? [] : seasons)
        reports.push([
          playerOf(id, one),
          {
            season,
            year,
            match_date: day,
            duration: '01:30',
            match_area: area,
            match_location: 'Court 1',
            winner: { id: playerOf(id, one) },
            opponent: { id: playerOf(id, two) },
            set_games: [
              { score_1: 6, score_2: 4 },
              { score_1: 6, score_2: 3 },
            ],
            total_winner_score: 2,
            total_opponent_score: 0,
            match_status: null,
          },
        ])

  const answers = { calls: 0, longest: 0, longestRead: 0, off: [] as string[] }
  const call = async (method: string, path: string, id: number, body?: object) => {
    const from = performance.now()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens[id]}` }
    const answer = await fetch(`${origin}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    const text = await answer.text()
    answers.calls += 1
    answers.longest = Math.max(answers.longest, secondsSince(from))
    if (method === 'GET') answers.longestRead = Math.max(answers.longestRead, secondsSince(from))
    if (answer.status >= 300) answers.off.push(`${method} ${path}: ${answer.status} ${text}`)
  }
  const people = Object.keys(tokens).length
  const next = (n: number): Promise<void> => {
    const id = 1 + ((n * 7) % people)
    if (n % 60 === 3)
      return call('POST', '/users/signup', id, {
        ...person,
        email: `up-${n}@example.com`,
        phone: '+1 574 555 0101',
        password: 'correct horse battery',
      })
    const [reporter, score] = reports[n / 10] ?? []
    if (reporter !== undefined) return call('POST', '/users/scores', reporter, score)
    if (n % 10 === 5)
      return call('PUT', '/users', id, { ...person, email: `player-${id}@example.com`, phone: '+1 574 555 0102' })
    return call('GET', reads[n % reads.length] ?? '', id)
  }

  /** The longest wait for a table so far: only a change of the table's definition makes anybody wait for a table. */
  let longestWait = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const { rows } = await sql<{ s: number }>`
          select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)), 0)::float as s
          from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and l.locktype = 'relation' and a.application_name = 'deuce'
            and l.database = (select oid from pg_database where datname = current_database())`.execute(direct)
      longestWait = Math.max(longestWait, rows[0]?.s ?? 0)
      await wait(10)
    }
  }
  let n = 0
  const load = async () => {
    for (; !isOver; await wait(100)) await next((n += 1))
  }
  const upgrade = async () => {
    await wait(3_000)
    const quiet = { ...answers }
    const from = performance.now()
    const { child } = await processesOn(url, { NOW: '', LOG_LEVEL: 'warn' }).start(Date.now())
    const took = secondsSince(from)
    await wait(2_000)
    isOver = true
    await kill(child)
    return { took, quiet }
  }
  const [{ took, quiet }] = await Promise.all([upgrade(), watch(), ...Array.from({ length: callers }, load)])
  old.child.kill('SIGTERM')
  await once(old.child, 'exit')
  await direct.destroy()
  printFigure(
    'upgrade',
    `from ${commit}: ${formatSeconds(took)} beside ${answers.calls} calls, ${answers.off.length} refused; longest wait for a table ${formatSeconds(longestWait)}, read ${formatSeconds(answers.longestRead)} (before: ${formatSeconds(quiet.longestRead)}), call ${formatSeconds(answers.longest)}`,
  )
  expect(answers.off).toEqual([])
  expect(longestWait).toBeLessThan(1)
})

test('the newest release, which cannot run beside this one, is upgraded once it has stopped', async () => {
  const url = await freshDatabase('template0')
  const tokens = await fillBy(await checkOut(newestRelease), url, '2')
  const from = performance.now()
  const { origin } = await processesOn(url, { NOW: '', LOG_LEVEL: 'warn' }).start(Date.now())
  printFigure('upgrade', `from ${newestRelease}, stopped: ${formatSeconds(secondsSince(from))}`)
  for (const path of reads)
    for (const id of [1, 100, 600]) {
      const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${tokens[id]}` } })
      expect([path, answer.status]).toEqual([path, 200])
    }
})
