import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listMigrations, migrate } from '#/db/migrate.ts'
import { signIn } from '#/features/accounts/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import type { Photos } from '#/server/outside/photos.ts'
import { openPhotoFolder } from '#/server/outside/photos-folder.ts'
import { notify } from '#/server/notify.ts'
import { freshDatabase, listWaitingJobs, startApp, type TestApp } from '#/test/app.ts'
import { joinLeague, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { openOlderDatabase } from '#/test/older-database.ts'
import { makeDailyBackup } from './daily.ts'
import type { Manifest } from './manifest.ts'
import { checkBackup } from './read.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup, type BackupPlace } from './write.ts'

const photo = '0123456789abcdef0123456789abcdef'
const webp = randomBytes(5_000)
let folder: string
let t: TestApp
let player: TestPlayer
let place: BackupPlace
/** A backup of `place`, which most tests restore. */
let file: string
let manifest: Manifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deuce-backup-'))
  t = await startApp()
  place = await newPlace(t.url)
  player = await makePlayer(t, { first_name: 'Zoë\t\\N', last_name: "O'Brien\nBaker", year_of_birth: 1984 })
  await t.db.updateTable('divisions').set({ age_from: 40, age_to: 60 }).where('slug', '=', 'mixed-doubles').execute()
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  await t.db.updateTable('players').set({ photo }).where('id', '=', player.id).execute()
  for (const size of [96, 192, 512] as const) await place.photos.put({ hash: photo, size }, webp)
  await writeFile(join(place.data_dir, 'secret-key'), 'a key\n')
  await notify(t.db, 'password_changed', { player_id: player.id })
  file = join(folder, 'backup.tar.gz')
  manifest = await writeBackup(place, file)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A separate database with its photos and keys. */
async function newPlace(url: string): Promise<BackupPlace> {
  const data_dir = join(folder, randomUUID())
  await mkdir(data_dir)
  return { url, photos: openPhotoFolder(join(data_dir, 'photos')), data_dir }
}

async function newEmptyPlace(): Promise<BackupPlace> {
  return newPlace(await freshDatabase('template0'))
}

async function rowsOf<T>(url: string, text: string): Promise<T[]> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows as T[]
}

/** The constraints, triggers and indexes made by the migrations. */
function readSchema(url: string) {
  return rowsOf(
    url,
    `select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
      where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select tablename::text, indexname::text, indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')
    order by 1, 2, 3`,
  )
}

test('a restored backup has every table, sequence, photo, key and waiting email, and the same rules', async () => {
  const restored = await newEmptyPlace()
  expect(await checkBackup(file)).toEqual(manifest)
  await restoreBackup(restored, file, manifest)

  const again = await writeBackup(restored, join(folder, 'again.tar.gz'))
  expect(again.tables).toEqual(manifest.tables)
  expect(again.sequences).toEqual(manifest.sequences)
  expect(again.migrations).toEqual(manifest.migrations)
  expect(again.files).toEqual(manifest.files)
  expect(manifest.files.map(({ name }) => name)).toEqual([
    'keys/secret-key',
    ...[96, 192, 512].map((size) => `photos/${photo}-${size}.webp`),
  ])
  expect(manifest.tables.find(({ name }) => name === 'purchases')?.rows).toBe(1)
  expect(await readSchema(restored.url)).toEqual(await readSchema(place.url))
  expect(await restored.photos.get({ hash: photo, size: 192 })).toEqual(webp)
  expect((await stat(join(restored.data_dir, 'secret-key'))).mode & 0o777).toBe(0o600)

  const moved = await startApp(undefined, {}, restored.url)
  expect(await moved.call(signIn, { body: { email: player.email, password } })).toMatchObject({
    status: 200,
    body: { user: { year_of_birth: 1984 } },
  })
  const { items } = (await moved.call(listDivisions, { query: { per_page: 100 } })).body
  expect(items.find(({ slug }) => slug === 'mixed-doubles')).toMatchObject({ is_mixed: true, age_from: 40, age_to: 60 })
  expect(await listWaitingJobs(moved)).toEqual(await listWaitingJobs(t))
  const stranger = await makePlayer(moved, { email: 'after@example.com' })
  await joinLeague(moved, stranger, { season: 'fall', division: 'womens-singles-3-5' })
})

test('a database owner who is not a superuser can restore a backup; waiting emails are left out on request', async () => {
  const restored = await newEmptyPlace()
  const role = `r_${randomUUID().replaceAll('-', '')}`
  const database = new URL(restored.url).pathname.slice(1)
  await rowsOf(restored.url, `create role ${role} login password 'x'`)
  await rowsOf(restored.url, `alter database ${database} owner to ${role}`)
  afterAll(() => rowsOf(inject('postgres'), `drop database if exists ${database} with (force)`))
  afterAll(() => rowsOf(inject('postgres'), `drop role if exists ${role}`))
  restored.url = Object.assign(new URL(restored.url), { username: role, password: 'x' }).href
  await restoreBackup(restored, file, manifest, { without_emails: true })
  expect(await rowsOf(restored.url, `select from graphile_worker.jobs where task_identifier = 'notify'`)).toEqual([])
  expect(
    (await rowsOf(place.url, `select from graphile_worker.jobs where task_identifier = 'notify'`)).length,
  ).toBeGreaterThan(0)
})

test('an order placed while a backup is written is not in it, and its contents are consistent', async () => {
  const before = await rowsOf<{ total: number }>(place.url, 'select count(*)::int as total from orders')
  let bought = 0
  const busy: Photos = {
    ...place.photos,
    async get(key) {
      const buyer = await makePlayer(t)
      await joinLeague(t, buyer, { season: 'fall', division: 'womens-singles-4-0' })
      bought += 1
      return place.photos.get(key)
    },
  }
  const path = join(folder, 'busy.tar.gz')
  const busyManifest = await writeBackup({ ...place, photos: busy }, path)
  expect(bought).toBe(3)
  const restored = await newEmptyPlace()
  await restoreBackup(restored, path, await checkBackup(path))
  expect(busyManifest.tables.find(({ name }) => name === 'orders')?.rows).toBe(before[0]?.total)
  const sums = await rowsOf<{ orders: string; lines: string }>(
    restored.url,
    'select (select sum(total_cents) from orders) as orders, (select sum(price_cents) from purchases) as lines',
  )
  expect(Number(sums[0]?.orders)).toBeGreaterThan(0)
  expect(sums[0]?.orders).toBe(sums[0]?.lines)
})

test('a backup file that is cut off or altered is refused with one line', async () => {
  const whole = await readFile(file)
  const altered = gunzipSync(whole)
  const at = altered.indexOf("O'Brien")
  expect(at).toBeGreaterThan(0)
  altered.write("O'Brian", at)
  const cut = gunzipSync(whole)
  const broken = {
    'cut.tar.gz': whole.subarray(0, whole.length - 100),
    'half.tar.gz': whole.subarray(0, whole.length / 2),
    'short.tar.gz': gzipSync(cut.subarray(0, cut.indexOf('manifest.json'))),
    'flipped.tar.gz': Buffer.from(whole.map((byte, index) => (index === 2_000 ? byte ^ 1 : byte))),
    'altered.tar.gz': gzipSync(altered),
    'empty.tar.gz': Buffer.alloc(0),
    'text.tar.gz': Buffer.from('not a backup'),
  }
  for (const [name, content] of Object.entries(broken)) {
    const path = join(folder, name)
    await writeFile(path, content)
    const { message } = await checkBackup(path).then(
      () => new Error(`${name} was accepted`),
      (error: Error) => error,
    )
    expect(message).toMatch(/^The file \S+ is not a whole backup \([^\n]+\); nothing was changed\.$/)
  }
  await expect(checkBackup(join(folder, 'none.tar.gz'))).rejects.toThrow(/cannot be read/)
})

test('a restore is refused, and changes nothing, where there are data, another key, or another program’s tables', async () => {
  const before = (await writeBackup(place, join(folder, 'before.tar.gz'))).tables
  await expect(restoreBackup(place, file, manifest)).rejects.toThrow(
    'The database has data; restore into an empty one.',
  )
  expect((await writeBackup(place, join(folder, 'after.tar.gz'))).tables).toEqual(before)

  const other = await newEmptyPlace()
  await rowsOf(other.url, 'create table something (id int)')
  await expect(restoreBackup(other, file, manifest)).rejects.toThrow('The database has tables of something else')

  const keyed = await newEmptyPlace()
  await writeFile(join(keyed.data_dir, 'secret-key'), 'another key\n')
  await expect(restoreBackup(keyed, file, manifest)).rejects.toThrow('is a different key from the one in the backup')
  expect(await rowsOf(keyed.url, 'select from players')).toEqual([])
  // A failed restore can be repeated.
  await rm(join(keyed.data_dir, 'secret-key'))
  await restoreBackup(keyed, file, manifest)
})

test('a backup of an older release comes with its own tables, and the next start brings them up to date', async () => {
  const old = await openOlderDatabase('029')
  const owner = await old.makePlayer('ada')
  await old.makeLine(owner, 'Paid')
  const path = join(folder, 'older.tar.gz')
  const older = await newPlace(old.url)
  await writeBackup(older, path)
  const restored = await newEmptyPlace()
  await restoreBackup(restored, path, await checkBackup(path))
  const names = (await rowsOf<{ name: string }>(restored.url, 'select name from migrations order by name')).map(
    ({ name }) => name,
  )
  expect(names.at(-1)).toBe('029_consent.sql')
  expect(await migrate(restored.url)).toEqual((await listMigrations()).filter((name) => name > '030'))
  expect(await rowsOf(restored.url, 'select email from players')).toEqual([{ email: 'ada@example.com' }])
})

test('a backup of a newer release is refused before anything is made', async () => {
  const url = await freshDatabase()
  await rowsOf(url, `insert into migrations (name, checksum) values ('998_later.sql', 'x')`)
  const path = join(folder, 'newer.tar.gz')
  await writeBackup(await newPlace(url), path)
  await expect(checkBackup(path)).rejects.toThrow('with the migration 998_later.sql, which this release lacks')
})

test('a failed backup leaves no file, an existing file is never overwritten, and only the owner can read a backup', async () => {
  const path = join(folder, 'failed.tar.gz')
  const broken: Photos = { ...place.photos, get: () => Promise.reject(new Error('the store is away')) }
  await expect(writeBackup({ ...place, photos: broken }, path)).rejects.toThrow('the store is away')
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(writeBackup(place, file)).rejects.toThrow(`The file ${file} already exists; choose another name.`)
  await expect(writeBackup(place, join(folder, 'none', 'x.tar.gz'))).rejects.toThrow('does not exist.')
  await expect(writeBackup(await newEmptyPlace(), path)).rejects.toThrow('There is nothing to back up')
})

/** The app with the test's database as the embedded one. */
async function asEmbedded(settings: { BACKUPS: 'on' | 'off' }) {
  const { data_dir } = await newPlace(t.url)
  const config = { ...t.app.config, ...settings, DATABASE_URL: undefined, DATA_DIR: data_dir }
  const app = { ...t.app, config }
  return {
    backups: join(data_dir, 'backups'),
    backUp: (log = t.server.log) => makeDailyBackup(app, log, () => Promise.resolve(t.url)),
  }
}

test('an embedded database is backed up once a day, seven backups are kept, and the leftovers of a killed process are deleted', async () => {
  const { backUp, backups } = await asEmbedded({ BACKUPS: 'on' })
  await mkdir(backups)
  const old = Array.from({ length: 8 }, (_, day) => `deuce-2026-01-0${day + 1}T034000Z.tar.gz`)
  for (const name of [...old, 'mine.txt', 'deuce-2026-01-09T034000Z.tar.gz.part'])
    await writeFile(join(backups, name), '')
  await backUp()
  const kept = await readdir(backups)
  expect(kept.filter((name) => name.endsWith('.tar.gz'))).toHaveLength(7)
  expect(kept).toContain('mine.txt')
  expect(kept.some((name) => name.endsWith('.part'))).toBe(false)
  await backUp()
  expect(await readdir(backups)).toEqual(kept)
  const newest =
    kept
      .filter((name) => name.endsWith('.tar.gz'))
      .toSorted()
      .at(-1) ?? ''
  expect(newest > 'deuce-2026-01-09').toBe(true)
})

test('BACKUPS=off makes no backups; a failed backup is logged and does not fail the job', async () => {
  const off = await asEmbedded({ BACKUPS: 'off' })
  await off.backUp()
  expect(existsSync(off.backups)).toBe(false)
  const failing = await asEmbedded({ BACKUPS: 'on' })
  await writeFile(failing.backups, 'a file where the folder belongs')
  const logged: string[] = []
  const log = Object.create(t.server.log, {
    error: { value: (_about: unknown, words: string) => logged.push(words) },
  }) as typeof t.server.log
  await failing.backUp(log)
  expect(logged).toEqual(['the daily backup failed; it is tried again in an hour'])
})
