import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { notificationKinds } from '#/contract/notification-kinds.ts'
import { forgotPassword } from '#/features/accounts/contract.ts'
import { listNotifications } from '#/features/notifications/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'
import { listMailTexts, previewMailText, resetMailText, saveMailText } from './contract.ts'

const t = await startApp()
const { emailsTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
const { token } = owner
const params = { kind: 'receipt' as const }

type Text = { subject?: string | null; opening?: string | null }
const save = (body: Text, kind: keyof typeof notificationKinds = 'receipt') =>
  t.call(saveMailText, { token, params: { kind }, body })

afterEach(async () => {
  await t.db.deleteFrom('mail_texts').execute()
})

async function receiptOf(given: Parameters<typeof makePlayer>[1] = {}) {
  const player = await makePlayer(t, given)
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  const [email] = (await emailsTo(player)).slice(-1)
  if (!email) throw new Error('There is no email.')
  return { player, email }
}

test('every kind can be changed, and none is at first', async () => {
  const { kinds } = (await t.call(listMailTexts, { token })).body
  expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(notificationKinds))
  expect(kinds.filter(({ subject, opening }) => subject !== null || opening !== null)).toEqual([])
})

test('the subject and opening are the organization’s, with fields filled in; the facts and the inbox do not change', async () => {
  const plain = (await receiptOf()).email
  expect(
    (await save({ subject: '{organization}: {subject}', opening: 'Hi {first_name} in {area}!\n\nEnjoy.' })).status,
  ).toBe(200)
  const { player, email } = await receiptOf()
  expect(email.subject).toBe(`Deuce: ${plain.subject}`)
  expect(email.text).toContain('Hello Player,\n\nHi Player in South Bend!\n\nEnjoy.\n\nYou have joined Fall 2026')
  expect(email.text).toContain('Paid by card: $39.00.')
  expect(email.html).toContain('>Hi Player in South Bend!</p>')
  const { notifications } = (await t.call(listNotifications, { token: player.token })).body
  expect(notifications[0]?.title).toBe(plain.subject)
  expect((await t.call(resetMailText, { token, params })).status).toBe(200)
  expect((await receiptOf()).email.subject).toBe(plain.subject)
})

test('an email with a link, which exists only in the mailbox, can be changed too', async () => {
  await save({ opening: 'From all of us at {organization}.' }, 'reset_password')
  const player = await makePlayer(t)
  await t.call(forgotPassword, { body: { email: player.email } })
  const email = (await emailsTo(player)).at(-1)
  expect(email?.text).toContain('From all of us at Deuce.')
  expect(email?.text).toMatch(/reset-password\?token=[\w-]{43}/)
})

test('HTML in an opening is sent as text, and a name that looks like a field or a link is not filled in', async () => {
  await save({ subject: 'For {first_name}', opening: '<img src=x onerror=alert(1)> {first_name}' })
  const { email } = await receiptOf({ first_name: '{organization}' })
  expect(email.html).toContain('&lt;img src=x onerror=alert(1)&gt; player')
  expect(email.html).not.toContain('<img')
  expect(email.subject).toBe('For player')
  const linked = await receiptOf({ first_name: 'evil.example' })
  expect(linked.email.subject).toBe('For player')
})

test.each([
  ['a field that is not known', { subject: 'Hello {name}' }, 'subject'],
  ['an empty field', { opening: 'Hello {}' }, 'opening'],
  ['a line break in the subject', { subject: 'Hello\r\nBcc: everybody@example.com' }, 'subject'],
  ['a line feed in the subject', { subject: 'Hello\nBcc: everybody@example.com' }, 'subject'],
  ['a subject that is too long', { subject: 'x'.repeat(121) }, 'subject'],
  ['an opening that is too long', { opening: 'x'.repeat(1001) }, 'opening'],
  ['a number', { subject: 7 }, 'subject'],
])('%s is refused both when saving and in the preview', async (_, body, field) => {
  for (const path of ['/organizer/mail-texts/receipt', '/organizer/mail-texts/receipt/preview'])
    expect(
      await t.send(path.endsWith('preview') ? previewMailText : saveMailText, { path, token, body }),
    ).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  expect(await t.db.selectFrom('mail_texts').select('kind').execute()).toEqual([])
})

test('a refusal names the unknown field and lists the known ones', async () => {
  const { body } = (await save({ subject: 'Hello {name}' })) as unknown as { body: { fields: Record<string, string> } }
  expect(body.fields).toEqual({
    subject: '{name} is not a field. The fields are {first_name}, {organization}, {area}, {subject}.',
  })
})

test('a subject cannot add a header, whatever is stored in the table', async () => {
  const stored = { kind: 'receipt' as const, subject: 'Hello\r\nBcc: everybody@example.com', opening: null }
  await t.db
    .insertInto('mail_texts')
    .values({ ...stored, changed_at: t.clock.now(), changed_by_id: owner.id })
    .execute()
  expect((await receiptOf()).email.subject).toBe('Hello Bcc: everybody@example.com')
})

test('the preview uses the newest email of the kind, and saves nothing', async () => {
  await receiptOf()
  const body = { subject: '{subject}!', opening: 'Hi {first_name}.' }
  const { body: shown } = await t.call(previewMailText, { token, params, body })
  expect(shown).toMatchObject({ subject: 'You are in: Fall 2026!', is_real: true })
  expect(shown.text).toContain('Hello Player,\n\nHi Player.\n\nYou have joined Fall 2026')
  const sample = await t.call(previewMailText, { token, params: { kind: 'verify_email' }, body })
  expect(sample.body).toMatchObject({ subject: 'Confirm my email!', is_real: false })
  expect(await t.db.selectFrom('mail_texts').select('kind').execute()).toEqual([])
})

test('the newest email of a rare kind is searched for among recent notifications, not in the whole table', async () => {
  const { player } = await receiptOf()
  const { rows } = await sql<{ found: number }>`
    insert into notifications (player_id, notice, kind, title, text, path, in_app, at)
    select ${player.id}, gen_random_uuid(), 'match_reminder', 'Tomorrow', 'Your match is tomorrow.', '/dashboard', true, now()
    from generate_series(1, 50000) returning 1 as found`.execute(t.db)
  expect(rows).toHaveLength(50_000)
  expect((await t.call(previewMailText, { token, params, body: {} })).body.is_real).toBe(false)
  await sql`delete from notifications where id = (select max(id) from notifications)`.execute(t.db)
  expect((await t.call(previewMailText, { token, params, body: {} })).body.is_real).toBe(true)
})

test('a blank text restores the default, saving twice is the same as once, and the audit log has each change', async () => {
  expect((await save({ subject: ' ', opening: '' })).status).toBe(200)
  expect(await t.db.selectFrom('mail_texts').select('kind').execute()).toEqual([])
  await save({ subject: 'Welcome' })
  await save({ subject: 'Welcome' })
  await Promise.all([save({ subject: 'Hello' }), save({ subject: 'Hello' })])
  await save({})
  await t.call(resetMailText, { token, params })
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { subject: 'email receipt' } })).body
  const summaries = audit_entries.map(({ summary }) => summary)
  expect(summaries[0]).toBe('Reset the email “Receipts”')
  expect(summaries.filter((summary) => summary.startsWith('Reset')).length).toBeGreaterThan(0)
  expect(audit_entries.some(({ after }) => (after as Text).subject === 'Welcome')).toBe(true)
})

test('only owners can see and change the texts of emails, and an unknown kind is refused', async () => {
  const { token: organizer } = await makeOrganizer(t, ['dc'])
  expect((await t.call(listMailTexts, { token: organizer })).status).toBe(403)
  expect((await t.call(saveMailText, { token: organizer, params, body: { subject: 'Mine' } })).status).toBe(403)
  expect((await t.call(previewMailText, { token: organizer, params, body: {} })).status).toBe(403)
  expect((await t.send(saveMailText, { path: '/organizer/mail-texts/newsletter', token, body: {} })).status).toBe(422)
})
