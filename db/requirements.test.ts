import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '#/test/app.ts'
import { migrate } from './migrate.ts'
import { checkServer, migrationFailure } from './requirements.ts'

const maintenance = inject('postgres')
const { host } = new URL(maintenance)

/** Runs statements as the server's own user, in its maintenance database or another. */
async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const empty = await freshDatabase('template0')
const name = new URL(empty).pathname.slice(1)
const role = `r_${randomUUID().replaceAll('-', '')}`
const ascii = `t_${randomUUID().replaceAll('-', '')}`
await run(
  maintenance,
  `create role ${role} login password 'x'`,
  `create database ${ascii} encoding SQL_ASCII locale 'C' template template0`,
)
afterAll(() => run(maintenance, `drop role ${role}`, `drop database ${ascii} with (force)`))

const withOptions = (options: string) => `${empty}?options=${encodeURIComponent(options)}`

test.each([
  [
    'another encoding than UTF-8',
    Object.assign(new URL(maintenance), { pathname: `/${ascii}` }).href,
    `the database "${ascii}" at ${host} has the encoding SQL_ASCII; create it with UTF8.`,
  ],
  [
    'transactions that only read',
    withOptions('-c default_transaction_read_only=on'),
    `the database "${name}" at ${host} is read-only: it is a standby, or its transactions are.`,
  ],
  [
    'a user who may not create tables',
    Object.assign(new URL(empty), { username: role, password: 'x' }).href,
    `the database "${name}" at ${host} does not let this user create tables and schemas; make the user its owner.`,
  ],
  [
    'a setting that PostgreSQL does not know',
    withOptions('-c bananas=1'),
    `${host} cannot be used (unrecognized configuration parameter "bananas").`,
  ],
  ['no TLS where it is required', `${empty}?sslmode=require`, `${host} cannot be used (`],
])('DATABASE_URL with %s is refused in one line', async (_, url, sentence) => {
  const { message } = await checkServer(url).then(
    () => new Error('accepted'),
    (error: Error) => error,
  )
  expect(message).toContain(`DATABASE_URL: ${sentence}`)
  expect(message).not.toContain('\n')
})

test('accepts an empty database, and one of ours', async () => {
  await expect(checkServer(empty)).resolves.toBe(undefined)
  await expect(checkServer(await freshDatabase())).resolves.toBe(undefined)
})

test("refuses a database with another program's tables, in one line that names the migration", async () => {
  const url = await freshDatabase('template0')
  await run(url, 'create table players (name text)')
  const error = await migrate(url).catch(migrationFailure)
  expect(String(error)).toContain(
    'DATABASE_URL: the database could not be brought up to date (002_players.sql: relation "players" already exists).',
  )
})
