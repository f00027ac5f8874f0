import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { inTransaction } from '#/server/db.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { listDataChecks } from './contract.ts'
import { proveBackup } from './jobs.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)
const folder = await mkdtemp(join(tmpdir(), 'deuce-proof-'))
const backups = join(folder, 'backups')
const scratch = `${new URL(t.url).pathname.slice(1)}_backup_proof`
/** The log's lines above information. */
let logged: string[] = []
const noted = (_about: unknown, words: string) => logged.push(words)
const log = Object.create(t.server.log, { warn: { value: noted }, error: { value: noted } }) as typeof t.server.log

const division = 'womens-singles-3-0'
const { people, entry_ids } = await makeLeague(t, 4, { season: 'summer-1', division })
await t.call(reportScore, { token: people[0]?.token, body: scoreBody(people[0], people[1], '6-4 6-4', { division }) })

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  logged = []
  t.clock.set(new Date(t.clock.now().getTime() + 1_000).toISOString())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Proves the newest backup of an installation with these settings, and returns what the desk then says of it. */
async function prove(settings: { BACKUPS?: 'on' | 'off'; DATABASE_URL?: string } = {}, findUrl = async () => t.url) {
  const config = { ...t.app.config, BACKUPS: 'on' as const, DATABASE_URL: undefined, DATA_DIR: folder, ...settings }
  t.app.config = config
  await proveBackup(t.app, {}, log, findUrl)
  const { rows } = await sql`select from pg_database where datname = ${scratch}`.execute(t.db)
  expect(rows).toEqual([])
  const { checks } = (await t.call(listDataChecks, { token })).body
  return checks.find(({ key }) => key === 'backup')
}

test('a backup that can be restored and agrees is proved, and the desk says of when it is and how long it took', async () => {
  const check = await prove()
  expect(check).toMatchObject({ found: 0, problem: null, examples: [], checked_at: t.clock.now().toISOString() })
  expect(check?.took_ms).toBeGreaterThan(0)
  const [file = ''] = await readdir(backups)
  expect(`deuce-${check?.backup_at?.replaceAll(':', '').replace('.000', '')}.tar.gz`).toBe(file)
  expect(logged).toEqual([])
})

test('one flipped bit in the newest backup is found', async () => {
  await prove()
  const [file = ''] = await readdir(backups)
  const bytes = await readFile(join(backups, file))
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(join(backups, file), bytes)
  t.clock.set(new Date(t.clock.now().getTime() + 1_000).toISOString())
  expect(await prove()).toMatchObject({
    found: 1,
    examples: [{ subject: file, says: expect.stringContaining('is not a whole backup') }],
  })
  expect(logged).toEqual(['a check of the data found something'])
})

test('wrong data in a backup that restores are found, though the data of the app are right by then', async () => {
  const entry_id = entry_ids[0]
  const add = (wins: number) =>
    inTransaction(t.db, (tx) =>
      sql`update standings set wins = wins + ${wins} where entry_id = ${entry_id}`.execute(tx),
    )
  await add(1)
  const check = await prove({}, async () => {
    // The second time is for the restore.
    if ((await readdir(backups)).length > 0) await add(-1)
    return t.url
  })
  expect(check).toMatchObject({
    found: 1,
    examples: [{ says: `Every stored table agrees with its results: lines of the entries ${entry_id}` }],
  })
})

test('no backup, and none but an old one, are found where one is made each day, and are nothing elsewhere', async () => {
  await writeFile(backups, 'a file where the folder belongs')
  expect(await prove()).toMatchObject({ found: 1, backup_at: null, examples: [{ says: 'there is none' }] })
  await sql`delete from data_checks`.execute(t.db)
  expect(await prove({ BACKUPS: 'off' })).toBeUndefined()
  expect(await prove({ DATABASE_URL: t.url })).toBeUndefined()

  await rm(backups)
  await prove()
  const [file = ''] = await readdir(backups)
  const old = 'deuce-2026-01-01T034000Z.tar.gz'
  await writeFile(join(backups, old), await readFile(join(backups, file)))
  await rm(join(backups, file))
  t.clock.set(new Date(t.clock.now().getTime() + 1_000).toISOString())
  let calls = 0
  const check = await prove({}, async () => {
    if ((calls += 1) === 1) throw new Error('the daily backup fails')
    return t.url
  })
  expect(check).toMatchObject({
    found: 1,
    examples: [{ subject: old, says: 'is the newest, and older than two days' }],
  })
})

test('the database that a killed process has left is dropped, and the proof runs', async () => {
  await sql.raw(`create database ${scratch}`).execute(t.db)
  const left = new Client(t.url.replace(/[^/]+$/, scratch))
  left.on('error', () => {})
  await left.connect()
  await left.query('create table players (id int); insert into players values (1)')
  expect(await prove()).toMatchObject({ found: 0 })
  await left.end()
})

test('a server that lets nobody create a database is said so at the desk, and logged once', async () => {
  await prove()
  const role = `proof_${scratch.slice(2, 12)}`
  await sql.raw(`create role ${role} login password 'x'`).execute(t.db)
  const url = new URL(t.url)
  url.username = role
  url.password = 'x'
  for (let week = 0; week < 2; week += 1) {
    t.clock.set(new Date(t.clock.now().getTime() + 1_000).toISOString())
    expect(await prove({ DATABASE_URL: url.href })).toMatchObject({
      found: null,
      problem: expect.stringContaining('(CREATEDB)'),
    })
  }
  expect(logged).toEqual([expect.stringContaining('(CREATEDB)')])
  await sql.raw(`drop role ${role}`).execute(t.db)
})
