import { describe, expect, test } from 'vitest'
import { mergePlayers, previewMerge } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { cancelMerge, confirmMerge, declineMerge, readMerge } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { tokenTo, subjectsTo } = mailboxOf(t)
const reason = 'Asked on the phone'

describe('a merge by an organizer', () => {
  async function request() {
    const organizer = await makeOrganizer(t, ['dc'])
    const [keep, from] = [await makePlayer(t, { location: 'dc' }), await makePlayer(t, { location: 'dc' })]
    await t.db
      .insertInto('social_identities')
      .values({ issuer: 'https://id.example', subject: from.email, player_id: from.id, created_at: t.clock.now() })
      .execute()
    const given = { token: organizer.token, params: { id: keep.id } }
    const ask = () => t.call(mergePlayers, { ...given, body: { from_id: from.id, reason } })
    expect((await ask()).status).toBe(200)
    const [keepToken, fromToken] = [await tokenTo(keep, 'accounts yours'), await tokenTo(from, 'accounts yours')]
    const preview = async () => (await t.call(previewMerge, { ...given, query: { from_id: from.id } })).body
    return { organizer, keep, from, ask, preview, keepToken, fromToken }
  }
  const confirm = (token: string) => t.call(confirmMerge, { body: { token } })
  const isClosed = async ({ id }: TestPlayer) =>
    (await t.db.selectFrom('players').select('merged_into_id').where('id', '=', id).executeTakeFirstOrThrow())
      .merged_into_id !== null
  const ownerOf = async (subject: string) =>
    (await t.db.selectFrom('social_identities').select('player_id').where('subject', '=', subject).executeTakeFirst())
      ?.player_id

  async function expectOver(from: TestPlayer, token: string) {
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'merge_over' } })
    expect(await isClosed(from)).toBe(false)
    expect(await ownerOf(from.email)).toBe(from.id)
  }

  test('a merge by an organizer happens, once, when both have confirmed, and moves the Google sign-in along', async () => {
    const { keep, from, preview, keepToken, fromToken } = await request()
    const shown = (await t.call(readMerge, { body: { token: keepToken } })).body.merge
    expect(shown).toMatchObject({ stays: true, confirmed: false, mine: { email: keep.email } })
    expect(JSON.stringify(shown)).not.toContain(from.email)
    expect(await preview()).toMatchObject({ needs_confirmation: true, pending: { keep_confirmed: false } })
    expect((await confirm(keepToken)).body).toMatchObject({ merged: false })
    expect((await confirm(keepToken)).body).toMatchObject({ merged: false })
    expect(await isClosed(from)).toBe(false)
    expect(await preview()).toMatchObject({ pending: { keep_confirmed: true, from_confirmed: false } })
    const answers = await Promise.all([fromToken, fromToken, keepToken].map(confirm))
    expect(answers.filter(({ status }) => status === 200).some(({ body }) => body.merged)).toBe(true)
    expect(answers.filter(({ body }) => body.merged)).toHaveLength(1)
    expect(await isClosed(from)).toBe(true)
    expect(await ownerOf(from.email)).toBe(keep.id)
    expect(await subjectsTo(keep)).toContain('We merged your two Deuce accounts')
    expect((await confirm(fromToken)).body.code).toBe('merge_over')
  })

  test('a merge that both confirm at the same time happens once', async () => {
    const { from, keepToken, fromToken } = await request()
    const answers = await Promise.all([keepToken, fromToken].map(confirm))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ body }) => body.merged)).toHaveLength(1)
    expect(await isClosed(from)).toBe(true)
  })

  test('a merge by an organizer ends if one declines, and can then be requested again', async () => {
    const { from, ask, keepToken, fromToken } = await request()
    expect((await ask()).body.code).toBe('merge_pending')
    await confirm(keepToken)
    expect((await t.call(declineMerge, { body: { token: fromToken } })).status).toBe(200)
    await expectOver(from, fromToken)
    expect((await ask()).status).toBe(200)
  })

  test('a merge by an organizer can be canceled only by an organizer of the area, once', async () => {
    const { organizer, from, preview, keepToken, fromToken } = await request()
    await confirm(keepToken)
    const given = { params: { id: (await preview()).pending?.id ?? 0 }, body: { reason } }
    const stranger = await makeOrganizer(t, ['indianapolis'])
    expect((await t.call(cancelMerge, { ...given, token: stranger.token })).status).toBe(404)
    expect((await t.call(cancelMerge, { ...given, token: organizer.token })).status).toBe(200)
    expect((await t.call(cancelMerge, { ...given, token: organizer.token })).status).toBe(409)
    await expectOver(from, fromToken)
  })

  test('a merge by an organizer ends after 7 days', async () => {
    const { from, keepToken, fromToken } = await request()
    await confirm(keepToken)
    t.clock.set('2026-07-22T16:00:01Z')
    expect((await t.call(readMerge, { body: { token: keepToken } })).body.code).toBe('merge_over')
    await expectOver(from, fromToken)
    t.clock.set('2026-07-15T16:00:00Z')
  })

  test('a merge by an organizer needs an organizer who still runs the area, and the addresses that received the request', async () => {
    const dismissed = await request()
    await t.db.deleteFrom('organizer_areas').where('player_id', '=', dismissed.organizer.id).execute()
    await confirm(dismissed.keepToken)
    expect((await confirm(dismissed.fromToken)).status).toBe(404)
    expect(await isClosed(dismissed.from)).toBe(false)
    const changed = await request()
    await t.db.updateTable('players').set({ email: 'hijack@example.com' }).where('id', '=', changed.keep.id).execute()
    for (const token of [changed.keepToken, changed.fromToken])
      expect((await confirm(token)).body.code).toBe('merge_over')
    expect(await isClosed(changed.from)).toBe(false)
  })

  test('a made-up token does not confirm', async () => {
    for (const call of [readMerge, confirmMerge, declineMerge])
      expect(await t.send(call, { body: { token: 'x'.repeat(43) } })).toMatchObject({ status: 409 })
  })
})
