import { afterAll, expect, test } from 'vitest'
import { migrate } from '#/db/migrate.ts'
import { openOlderDatabase, writtenAt } from '#/test/older-database.ts'
import { REQUEST_LIMITS } from './pool-limits.ts'
import { inTransaction, openDatabase } from './db.ts'
import { deleteExpiredMailTokens, findMailToken, insertMailToken, spendMailToken, weekAfter } from './mail-tokens.ts'
import { hashOf } from './token.ts'

const now = new Date(writtenAt)
const answerUntil = new Date('2026-07-12T16:00:00Z')
const { url, sql, league_id, makePlayer, makeLine } = await openOlderDatabase('098')

const [ann, bea, organizer] = [await makePlayer('ann'), await makePlayer('bea'), await makePlayer('organizer')]
const entry_one_id = await makeEntry(ann)
const entry_two_id = await makeEntry(bea)
const match_id = await makeRow('matches', { league_id, area: 'dc', entry_one_id, entry_two_id, created_at: now })
const score = {
  match_id,
  version: 1,
  reported_by_id: ann,
  winner_entry_id: entry_one_id,
  match_date: '2026-07-10',
  match_area: 'dc',
  match_location: '',
  match_notes: '',
  match_status: null,
  set_games: sql.json([]),
  duration_minutes: 60,
  total_winner_score: 12,
  total_opponent_score: 4,
  created_at: now,
  answer_until: answerUntil,
}
const score_id = await makeRow('scores', score)
const offer_id = await makeRow('match_offers', {
  match_id,
  side: 1,
  player_id: ann,
  created_at: now,
  expires_at: answerUntil,
})
const invited = { email: 'bea@example.com', sent_at: now, expires_at: answerUntil }
const pair_invitation_id = await makeRow('pair_invitations', { entry_id: entry_one_id, full_name: 'Bea', ...invited })
const entry_invitation_id = await makeRow('entry_invitations', {
  league_id,
  player_id: bea,
  invited_by_id: organizer,
  ...invited,
})
const merge_request_id = await makeRow('merge_requests', {
  keep_id: ann,
  from_id: bea,
  keep_email: 'ann@example.com',
  from_email: 'bea@example.com',
  requested_by_id: organizer,
  reason: 'One person',
  requested_at: now,
  expires_at: answerUntil,
})

/** Inserts links as the previous release stores them, with tokens that begin with `word`. */
async function insertOldLinks(word: string) {
  const created_at = now
  const expiring = { player_id: bea, created_at, expires_at: answerUntil }
  const hash = (name: string) => hashOf(`${word} ${name}`)
  await sql`insert into score_links ${sql({ token_hash: hash('score'), score_id, ...expiring })}`
  await sql`insert into offer_links ${sql({ token_hash: hash('offer'), offer_id, ...expiring })}`
  await sql`insert into pair_links ${sql({ token_hash: hash('pair'), invitation_id: pair_invitation_id, created_at })}`
  await sql`insert into entry_invitation_links ${sql({ token_hash: hash('entry'), invitation_id: entry_invitation_id, created_at })}`
  await sql`insert into merge_links ${sql({ token_hash: hash('merge'), merge_request_id, side: 'from', created_at })}`
}

await insertOldLinks('before')
await migrate(url)

const db = openDatabase(url, { ...REQUEST_LIMITS, connections: 2 })
afterAll(() => db.destroy())

async function makeEntry(player_id: number): Promise<number> {
  return makeRow('entries', { league_id, purchase_id: await makeLine(player_id, 'Paid'), created_at: now })
}

async function makeRow(table: string, row: Record<string, unknown>): Promise<number> {
  const [made] = await sql<{ id: number }[]>`insert into ${sql(table)} ${sql(row as never)} returning id`
  return made?.id ?? 0
}

const opened = {
  score: { purpose: 'score', score_id, addressee_id: bea, expires_at: answerUntil },
  offer: { purpose: 'offer', offer_id, addressee_id: bea, expires_at: weekAfter(answerUntil) },
  pair: { purpose: 'pair_invitation', pair_invitation_id, expires_at: weekAfter(answerUntil) },
  entry: { purpose: 'entry_invitation', entry_invitation_id, expires_at: weekAfter(answerUntil) },
  merge: { purpose: 'merge_from', merge_request_id, expires_at: weekAfter(answerUntil) },
} as const

test.each(Object.entries(opened))(
  'a %s link that was emailed before the upgrade opens the same',
  async (name, link) => {
    expect(await findMailToken(db, `before ${name}`, [link.purpose], now)).toMatchObject(link)
  },
)

test('while the previous release still runs, the links that it emails work too', async () => {
  await insertOldLinks('during')
  for (const [name, link] of Object.entries(opened))
    expect(await findMailToken(db, `during ${name}`, [link.purpose], now)).toMatchObject(link)
})

test('the previous release finds the links that this one emails, with its own deadlines', async () => {
  for (const [table, link, row] of [
    ['score_links', opened.score, { score_id, player_id: bea, expires_at: answerUntil, used_at: null }],
    ['offer_links', opened.offer, { offer_id, player_id: bea, expires_at: answerUntil }],
    ['pair_links', opened.pair, { invitation_id: pair_invitation_id }],
    ['entry_invitation_links', opened.entry, { invitation_id: entry_invitation_id }],
    ['merge_links', opened.merge, { merge_request_id, side: 'from' }],
  ] as const) {
    const token = await insertMailToken(db, link, now)
    expect(await sql`select * from ${sql(table)} where token_hash = ${hashOf(token)}`).toMatchObject([row])
    // Both rows are the same link, so copying the row back changes nothing.
    expect(await findMailToken(db, token, [link.purpose], now)).toMatchObject(link)
  }
})

test('a link that one release has used cannot be used in the other', async () => {
  const [here, there] = [await insertMailToken(db, opened.score, now), await insertMailToken(db, opened.score, now)]
  expect(await inTransaction(db, (tx) => spendMailToken(tx, here, ['score'], now))).toMatchObject(opened.score)
  expect(await sql`select used_at from score_links where token_hash = ${hashOf(here)}`).toEqual([{ used_at: now }])

  await sql`update score_links set used_at = ${now} where token_hash = ${hashOf(there)}`
  expect(await inTransaction(db, (tx) => spendMailToken(tx, there, ['score'], now))).toBeUndefined()
})

test('a link works only for its purpose, until it expires, and not while its account is closed or suspended', async () => {
  const token = await insertMailToken(db, opened.offer, now)
  const last = new Date(opened.offer.expires_at.getTime() - 1)
  expect(await findMailToken(db, token, ['offer'], last)).toMatchObject(opened.offer)
  expect(await findMailToken(db, token, ['offer'], opened.offer.expires_at)).toBeUndefined()
  expect(await findMailToken(db, token, ['score', 'pair_invitation'], now)).toBeUndefined()
  expect(await findMailToken(db, 'made up', ['offer'], now)).toBeUndefined()
  for (const column of ['suspended_at', 'deleted_at']) {
    await sql`update players set ${sql(column)} = ${now} where id = ${bea}`
    expect(await findMailToken(db, token, ['offer'], now)).toBeUndefined()
    await sql`update players set ${sql(column)} = null where id = ${bea}`
  }
})

test('if two requests use a link at once, one succeeds', async () => {
  const token = await insertMailToken(db, opened.score, now)
  const spend = () => inTransaction(db, (tx) => spendMailToken(tx, token, ['score'], now))
  const used = await Promise.all([spend(), spend()])
  expect(used.filter((link) => link !== undefined)).toHaveLength(1)
})

test('a link used in a failed transaction can be used again', async () => {
  const token = await insertMailToken(db, opened.score, now)
  const failing = inTransaction(db, async (tx) => {
    await spendMailToken(tx, token, ['score'], now)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await findMailToken(db, token, ['score'], now)).toMatchObject(opened.score)
})

test('expired links are deleted, and with them their rows in the old tables', async () => {
  const count = async () =>
    (
      await sql`
        select (select count(*)::int from mail_tokens) as links,
          (select count(*)::int from score_links) as scores, (select count(*)::int from offer_links) as offers`
    )[0]
  await deleteExpiredMailTokens(db, answerUntil)
  expect(await count()).toMatchObject({ scores: 0, offers: expect.any(Number) })
  expect((await count())?.['offers']).toBeGreaterThan(0)
  await deleteExpiredMailTokens(db, weekAfter(answerUntil))
  expect(await count()).toEqual({ links: 0, scores: 0, offers: 0 })
})
