import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callParts, type Endpoint } from '#/contract/endpoint.ts'
import * as playersCalls from '#/features/calls.gen.ts'
import * as deskCalls from '#/organizer/calls.gen.ts'
import { typesAreFresh } from '#/db/generate-types.ts'
import { isListEndpoint, listContracts, listEndpoints } from '#/ops/contracts.ts'
import { queryFieldsOf } from '#/ops/query-fields.ts'
import { findStaleCalls } from '#/ops/write-calls.ts'
import { routes } from '#/app/server.ts'
import { accessTables, emptiedColumns } from '#/features/accounts/access.ts'
import { getResult } from '#/features/matches/contract.ts'
import { openDatabase } from '#/server/db.ts'
import { freshDatabase, startApp } from './app.ts'
import { allFiles, climbing, fileCycles, listImports, productFiles, roomCycles, roomOf } from './imports.ts'
import { makeOrganizer, makePlayer } from './make.ts'
import { REQUEST_LIMITS } from '#/server/pool-limits.ts'

const t = await startApp()
const url = await freshDatabase()
const root = `${join(import.meta.dirname, '..')}/`

async function filesBelow(folders: readonly string[], ending: RegExp): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  )
  return found.flat().filter((file) => ending.test(file))
}

const server = routes.map((route) => route.endpoint)
const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

test('every endpoint of a contract is served, once', async () => {
  const declared = (await listEndpoints()).map(named)
  expect(declared.length).toBeGreaterThan(0)
  expect(server.map(named).toSorted()).toEqual(declared.toSorted())
  expect(new Set(server.map(named)).size).toBe(server.length)
})

test('the calls of the specification are served', async () => {
  const product = await readFile(join(root, 'docs/product.md'), 'utf8')
  const [, chapter = ''] = /\n### Calls of the specification\n([^]+?)\n## /.exec(product) ?? []
  const documented = [...chapter.matchAll(/^\| ((?:GET|POST|PUT|DELETE) \S+) \|/gm)].map(([, call = '']) => call)
  expect(documented).toHaveLength(30)
  expect(server.map(named)).toEqual(expect.arrayContaining(documented))
})

test.each(
  server.filter((endpoint) => endpoint.access !== 'public').map((endpoint) => [named(endpoint), endpoint] as const),
)('%s answers 401 to a stranger, to a made-up token and to an ended session', async (_, endpoint) => {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
  for (const token of [undefined, 'x', 'A'.repeat(43)]) {
    const answer = await t.send(endpoint, { path, body: {}, token })
    expect(answer).toMatchObject({
      status: 401,
      body: { message: expect.any(String), code: expect.any(String), request_id: expect.any(String) },
    })
  }
})

test.each(
  server
    .filter((endpoint) => endpoint.body && !endpoint.multipart)
    .map((endpoint) => [named(endpoint), endpoint] as const),
)('%s: malformed JSON is 400 and two megabytes are 413, to a caller who is allowed to call it', async (_, endpoint) => {
  const caller = { public: undefined, player: makePlayer, organizer: makeOrganizer, owner: makeOrganizer }[
    endpoint.access
  ]
  const token = (await caller?.(t))?.token
  const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
  expect((await t.send(endpoint, { path, body: '{"a":', token })).status).toBe(400)
  expect((await t.send(endpoint, { path, body: JSON.stringify({ a: 'x'.repeat(2_000_000) }), token })).status).toBe(413)
})

test('t.send refuses params, which it would not fill in', async () => {
  const input = { path: '/users/scores', params: { id: 1 } }
  // @ts-expect-error `params` is refused by its type too.
  await expect(t.send(getResult, input)).rejects.toThrow('t.send fills in no params')
})

const desk = server.filter(({ access }) => access === 'organizer' || access === 'owner')

test('a device keeps these replies of the player, and no others', () => {
  const kept = server.filter((endpoint) => endpoint.kept_on_device)
  expect(kept.map(named).toSorted()).toEqual([
    'GET /users',
    'GET /users/activity',
    'GET /users/courts',
    'GET /users/league-history',
    'GET /users/matchups/{id}',
    'GET /users/matchups/{id}/live-score',
    'GET /users/misc/my-league',
    'GET /users/scores',
    'GET /users/scores/{id}',
    'GET /users/standings',
    'GET /users/standings/full',
  ])
  expect(kept.filter(({ access, method }) => access !== 'player' || method !== 'GET')).toEqual([])
})

test('players cannot make any call of the desk', async () => {
  const { token } = await makePlayer(t)
  for (const endpoint of desk) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
    const answer = await t.send(endpoint, { path, body: {}, token })
    expect([named(endpoint), answer.status, answer.body]).toMatchObject([named(endpoint), 403, { code: 'not_allowed' }])
  }
})

test('an organizer whose second factor is due cannot make any call of the desk', async () => {
  const organizer = await makeOrganizer(t)
  const secret = Buffer.alloc(20)
  await t.db
    .insertInto('second_factors')
    .values({ player_id: organizer.id, secret, enrolled_at: new Date(0) })
    .execute()
  for (const endpoint of desk) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
    const answer = await t.send(endpoint, { path, body: {}, token: organizer.token })
    expect([named(endpoint), answer.status, answer.body]).toMatchObject([
      named(endpoint),
      403,
      { code: 'second_factor_due' },
    ])
  }
})

/** Tables that name a player or hold a secret, and open nothing: by what they hold. */
const actForNobody = {
  'facts of play and money':
    'orders purchases refunds free_seasons entry_players match_players shared_entries wait_list photo_reports blocked_photos player_notes scores match_offers match_events match_reminders live_scores open_to_play partner_searches partner_offers reactions playoffs playoff_news league_corrections league_messages message_recipients visitors ratings rating_changes',
  'questions whose links are in mail_tokens': 'entry_invitations merge_requests',
  'links of the previous release, each copied into mail_tokens by a trigger':
    'score_links offer_links pair_links entry_invitation_links merge_links',
  'what somebody has read': 'notifications idempotency_keys',
  'the work of organizers, and what their sessions may do':
    'audit_log tasks bulk_acts cash_bookings imports texts mail_texts message_previews message_templates organizer_areas',
  'keys of the organization, and the link of the first start':
    'webhooks push_keys owner_links organization organization_pictures',
  'the test provider of payments': 'test_payments test_cards',
}

test('every table that names a player or holds a secret is in the register of what acts for a person, or named as one that does not', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive named as (
      select 'players'::regclass::oid as id
      -- Also by a table that acts: a device is its session's.
      union select k.conrelid from pg_constraint k join named on k.confrelid = named.id
      where k.contype = 'f' and (named.id = 'players'::regclass or named.id = any (${[...accessTables]}::text[]::regclass[])))
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'players' and (
      c.oid in (select id from named)
      or exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname ~ '(secret|token|hash|password)'))
    order by name`.execute(t.db)
  // Recovery codes end with the second factor, challenges of passkeys with their session or after minutes.
  const known = [
    ...accessTables,
    'recovery_codes',
    'passkey_challenges',
    ...Object.values(actForNobody).flatMap((names) => names.split(' ')),
  ]
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
})

test('every column of an account is emptied by the first proof of its email, or named as one that stays', async () => {
  const stays = 'id email email_verified_at first_name last_name name one_name created_at'.split(' ')
  const setByOthers =
    'role second_factor_by email_bounced_at suspended_at deleted_at merged_into_id opened_by_id referral_code referred_by_id'.split(
      ' ',
    )
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'players' and table_schema = 'public'`.execute(
    t.db,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...new Set([...emptiedColumns, ...stays, ...setByOthers])].toSorted(),
  )
})

test('every *_id column is a foreign key', async () => {
  const db = openDatabase(url, { ...REQUEST_LIMITS, connections: 1 })
  const { rows } = await sql<{ column: string }>`
    select c.table_name || '.' || c.column_name as column
    from information_schema.columns c
    where c.table_schema = 'public' and c.column_name like '%\\_id' and not exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.conrelid = c.table_name::regclass and a.attname = c.column_name)`.execute(db)
  await db.destroy()
  expect(rows).toEqual([])
})

test('every foreign key has an index that starts with its columns', async () => {
  const db = openDatabase(url, { ...REQUEST_LIMITS, connections: 1 })
  const { rows } = await sql<{ key: string }>`
    select k.conrelid::regclass || '.' || k.conname as key
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:array_length(k.conkey, 1) - 1] @> k.conkey)
    order by 1`.execute(db)
  await db.destroy()
  expect(rows).toEqual([])
})

test('db/types.ts matches the migrated database', async () => {
  expect(await typesAreFresh(url)).toBe(true)
})

test('calls.gen.ts has the calls of the contracts', async () => {
  expect(await findStaleCalls(), 'Run `npm run calls`, which writes these files').toEqual([])
})

test('a generated call is what its endpoint says, and the query of a list as data', async () => {
  const calls: Record<string, object> = { ...playersCalls, ...deskCalls }
  const endpoints = (await listContracts()).flatMap((contract) => contract.endpoints)
  expect(Object.keys(calls).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted())
  for (const [name, endpoint] of endpoints) {
    const parts = callParts.filter((part) => part in endpoint).map((part) => [part, endpoint[part]])
    const fields = isListEndpoint(endpoint) ? { fields: queryFieldsOf(endpoint.query) } : {}
    expect({ name, ...calls[name] }).toEqual({ name, ...Object.fromEntries(parts), ...fields })
  }
})

const files = await productFiles()
const imports = await listImports()

test('imports point down: no file imports from a floor above its own, and no kernel knows another', () => {
  expect(climbing(imports)).toEqual([])
})

test('features do not import one another in a circle', () => {
  expect(roomCycles(imports)).toEqual([])
})

test('no files import each other in a circle, not even types', async () => {
  expect(fileCycles(await listImports(await allFiles()))).toEqual([])
})

test('a circle of two files, of three, and of one is found', () => {
  const arrows = ['a b', 'b a', 'b c', 'c d', 'd e', 'e c', 'e f', 'g g', 'h a'].map((arrow) => arrow.split(' '))
  const circles = fileCycles(arrows.map(([from = '', to = '']) => ({ from, to, typeOnly: false })))
  expect(circles.toSorted()).toEqual([['a', 'b'], ['c', 'd', 'e'], ['g']])
})

test('within a feature, contracts import only contracts, queries import no routes, and screens import no server code', () => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      (from.endsWith('contract.ts') && !/^(rules|contract)\/|contract\.ts$|import-fields\.ts$/.test(to)) ||
      (from.endsWith('queries.ts') && to.endsWith('routes.ts')) ||
      (/\.tsx$|\.web\.ts$/.test(from) && /^(server|db)\//.test(to)) ||
      (from.startsWith('server/') && to.startsWith('web/')) ||
      // A part of the design system may be a link; the router knows no screens.
      (from.startsWith('web/ui/') && !/^(web\/ui|rules)\/|^web\/router\.tsx$/.test(to) && !typeOnly),
  )
  expect(wrong).toEqual([])
})

test('only the composition root imports the server side of a feature, so that no screen does', () => {
  const wrong = imports.filter(({ from, to }) => to.endsWith('/feature.ts') && from !== 'app/features.ts')
  expect(wrong.filter(({ to }) => to !== 'server/feature.ts')).toEqual([])
  expect(imports.filter(({ from, to }) => to === 'app/features.ts' && !/^app\/\w+\.ts$/.test(from))).toEqual([])
})

test('every folder with routes, jobs, emails or tasks has a feature.ts, and app/features.ts lists it', async () => {
  const folders = new Set(files.filter((file) => /(routes|jobs|emails)\.ts$/.test(file)).map((file) => roomOf(file)))
  const listed = imports.filter(({ from, to }) => from === 'app/features.ts' && to.endsWith('/feature.ts'))
  const missing = [...folders].filter(
    (folder) => /\//.test(folder) && !listed.some(({ to }) => to === `${folder}/feature.ts`),
  )
  expect(missing).toEqual([])
})

test('imports use ./ within a folder and #/ across folders, and no file is a catch-all', async () => {
  const wrong: string[] = []
  for (const file of files) {
    for (const [specifier] of (await readFile(join(root, file), 'utf8')).matchAll(
      /(?:from|import)\s*\(?\s*'\.\.\/[^']+'/g,
    ))
      wrong.push(`${file}: ${specifier}`)
    if (/(^|\/)(utils?|helpers?|common|misc|types|constants)(\.ts|\/)/.test(file) && file !== 'db/types.ts')
      wrong.push(`${file}: a catch-all`)
  }
  expect(wrong).toEqual([])
})

test('only the design system imports the component kit, and nothing imports a font or an icon directly', async () => {
  const wrong: string[] = []
  for (const file of await filesBelow(['features', 'organizer', 'app', 'web'], /\.tsx?$/)) {
    if (file.startsWith('web/ui/')) continue
    if (/from '(react-aria-components|lucide:|@fontsource)/.test(await readFile(join(root, file), 'utf8')))
      wrong.push(file)
  }
  expect(wrong).toEqual([])
})

test('a screen imports a call from calls.gen.ts, and from its contract only to check by a schema', async () => {
  const contracts = new Map(
    (await listContracts()).map(({ file, endpoints }) => [file, new Set(endpoints.map(([name]) => name))]),
  )
  const wrong: string[] = []
  for (const file of files.filter((each) => /\.tsx$|\.web\.ts$|^web\/|^app\/screens\//.test(each))) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, names = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '([^']+contract\.ts)'/g)) {
      const calls = contracts.get(from.startsWith('#/') ? from.slice(2) : join(dirname(file), from))
      for (const name of names.split(',').map((each) => each.trim()))
        if (calls?.has(name) && !text.includes(`${name}.body`)) wrong.push(`${file}: ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

test('code that loads later goes through web/lazy-part.tsx and web/lazy-screen.tsx, which report when it fails to load', async () => {
  const wrong: string[] = []
  for (const file of await filesBelow(['features', 'organizer', 'app', 'web'], /\.tsx$/)) {
    if (file.startsWith('web/lazy-') || file.endsWith('.test.tsx')) continue
    if (/import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(await readFile(join(root, file), 'utf8'))) wrong.push(file)
  }
  expect(wrong).toEqual([])
})

type Locked = { optionalDependencies?: Record<string, string>; resolved?: string }

test('the lockfile names every optional dependency of every package, so that npm ci works on other systems', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const missing: string[] = []
  for (const [path, locked] of Object.entries(lock.packages))
    for (const name of Object.keys(locked.optionalDependencies ?? {})) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      if (!places.some((place) => lock.packages[place])) missing.push(`${path} -> ${name}`)
    }
  expect(missing).toEqual([])
})

test('startup code imports no development dependencies, so npm ci --omit=dev is enough', async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const needed = imports.filter(({ typeOnly }) => !typeOnly)
  const run = new Set(['app/main.ts', 'app/start.ts', 'ops/build-if-changed.ts', 'ops/inputs.ts', 'ops/node-24.mjs'])
  for (const file of run) for (const { from, to } of needed) if (from === file) run.add(to)
  expect(run.size).toBeGreaterThan(200)
  const tools: string[] = []
  for (const file of run)
    for (const [, name = ''] of (await readFile(join(root, file), 'utf8')).matchAll(
      /^(?:import|export) (?!type)[^'"`;=]*?from '((?:@[^/']+\/)?[^./#'][^/':]*)['/]/gm,
    ))
      if (!(name in dependencies)) tools.push(`${file}: ${name}`)
  expect(tools).toEqual([])
})

test('a path is built from its folder, never from a URL, which would encode a space or an umlaut', async () => {
  const wrong: string[] = []
  for (const file of files)
    if (/import\.meta\.url\)\.(pathname|href)|`file:\/\//.test(await readFile(join(root, file), 'utf8')))
      wrong.push(file)
  expect(wrong).toEqual([])
})

test('only the tables of the sports know a sport by name', async () => {
  const wrong: string[] = []
  for (const file of files) {
    if (file.startsWith('rules/sports/') || /\.test\.tsx?$/.test(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    for (const [found] of text.matchAll(
      /\bsport\b[^\n]{0,12}[!=]==? ?['"]|case '(?:tennis|padel|pickleball|badminton|squash|table_tennis)'/g,
    ))
      wrong.push(`${file}: ${found}`)
  }
  expect(wrong).toEqual([])
})
