import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#/test/app.ts'
import { buildServer } from '#/app/server.ts'
import { renderEmail, type Words } from './email-layout.ts'
import { openOutbox } from './mail-outbox.ts'
import { openSmtp } from './mail-smtp.ts'
import { devToken } from '#/test/dev-secrets.ts'
import { Undeliverable } from './mail.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'deuce-mail-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const outbox = join(dataDir, 'outbox')
/** The cookie that the printed link leaves. */
const opened = { cookie: `deuce_mailbox=${devToken}` }
const sender = () => ({ from: { name: 'Deuce', address: 'no-reply@deuce.example' }, reply_to: 'help@deuce.example' })

const words: Words = {
  to: { name: 'Ada Moreno', email: 'ada@example.com' },
  greet: 'Ada',
  subject: 'Your match is on Saturday',
  paragraphs: ['You meet Bo <b>"Ace"</b> Lind & friends.', 'Bring balls.'],
  action: { label: 'See the match', url: 'https://deuce.example/m?a=1&b=2' },
  reason: 'You get this because you play.',
  stop: 'Turn it off in Settings.',
}
const envelope = {
  date: new Date('2026-07-15T16:00:00Z'),
  site: 'https://deuce.example',
  support_email: 'help@deuce.example',
}

function email(id: string, more: Partial<Words> = {}) {
  return renderEmail({ ...words, ...more }, { ...envelope, message_id: `<${id}@deuce.example>` })
}

async function outboxHas(id: string) {
  return PostalMime.parse(await readFile(join(outbox, `${id}.eml`)))
}

/** A real SMTP server on loopback. `refuse` returns the reply with which it refuses an email. */
async function startSmtp(refuse: () => Error | null = () => null) {
  const taken: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(refuse()),
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push(Buffer.concat(parts))
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { taken, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test('an email has the same words as HTML, with everything escaped, and as plain text', () => {
  const { html, text } = email('same')
  for (const part of [
    'Hello Ada,',
    'Bring balls.',
    'See the match',
    'You get this because you play.',
    'Turn it off in Settings.',
    'help@deuce.example',
  ]) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
  expect(text).toContain('You meet Bo <b>"Ace"</b> Lind & friends.')
  expect(text).toContain('https://deuce.example/m?a=1&b=2')
  expect(html).toContain('You meet Bo &lt;b&gt;&quot;Ace&quot;&lt;/b&gt; Lind &amp; friends.')
  expect(html).toContain('href="https://deuce.example/m?a=1&amp;b=2"')
  expect(html).not.toMatch(/<b>|<table|<script|<img/)
  expect(html).toContain('prefers-color-scheme:dark')
})

test.each([
  ['Ada', 'Hello Ada,'],
  ["Zoë-Lee d'Arc", "Hello Zoë-Lee d'Arc,"],
  ['李小龍', 'Hello 李小龍,'],
  ['www.example.com', 'Hello,'],
  ['Ada\r\nBcc: x@example.com', 'Hello,'],
  ['<b>Ada</b>', 'Hello,'],
  ['Win 1000 dollars', 'Hello,'],
  ['x'.repeat(41), 'Hello,'],
])('a person called %j is greeted %j', (greet, greeting) => {
  expect(email('greeting', { greet }).text).toMatch(new RegExp(`^${greeting}\\n`))
})

test('the outbox keeps each email as one .eml file, even if it is sent twice', async () => {
  const mail = openOutbox(outbox, sender)
  await mail.send(email('whole'))
  await mail.send(email('whole'))
  expect((await readdir(outbox)).filter((file) => file.startsWith('whole'))).toEqual(['whole.eml'])
  expect(await outboxHas('whole')).toMatchObject({
    messageId: '<whole@deuce.example>',
    subject: 'Your match is on Saturday',
    date: '2026-07-15T16:00:00.000Z',
    from: { name: 'Deuce', address: 'no-reply@deuce.example' },
    to: [{ name: 'Ada Moreno', address: 'ada@example.com' }],
    replyTo: [{ name: '', address: 'help@deuce.example' }],
    text: expect.stringContaining('Bring balls.'),
    html: expect.stringContaining('Bring balls.'),
  })
})

test.each([
  ['cr-lf', 'Ada\r\nBcc: everyone@example.com'],
  ['line-separator', 'Ada\u2028Bcc: everyone@example.com'],
  ['nul', 'Ada\u0000\u0085Bcc: everyone@example.com'],
  ['address', 'Ada" <everyone@example.com>, "Bo'],
  ['encoded-word', '=?utf-8?q?Ada=0D=0ABcc:_everyone=40example.com?='],
  ['tennis-ball', '🎾 Ada 🎾'],
])('a name or subject with %s adds neither header nor recipient', async (id, name) => {
  await openOutbox(outbox, sender).send(email(id, { to: { name, email: 'ada@example.com' }, subject: name }))
  const raw = await readFile(join(outbox, `${id}.eml`), 'utf8')
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc)/im)
  const read = await outboxHas(id)
  expect(read.to?.map(({ address }) => address)).toEqual(['ada@example.com'])
  expect([read.cc ?? [], read.bcc ?? []]).toEqual([[], []])
})

test('an SMTP server gets the email, addressed to its recipient alone', async () => {
  const { url, taken } = await startSmtp()
  await openSmtp(url, sender).send(email('smtp', { to: { name: 'Ada, <x@example.com>', email: 'ada@example.com' } }))
  expect(taken).toHaveLength(1)
  const read = await PostalMime.parse(taken[0] ?? '')
  expect(read).toMatchObject({ messageId: '<smtp@deuce.example>', to: [{ address: 'ada@example.com' }] })
  expect(read.to).toHaveLength(1)
  expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('a mailbox that does not exist is a final failure; a busy server, an unreachable server and a wrong password are not', async () => {
  const unknown = await startSmtp(() => Object.assign(new Error('no such user'), { responseCode: 550 }))
  await expect(openSmtp(unknown.url, sender).send(email('unknown'))).rejects.toBeInstanceOf(Undeliverable)
  const busy = await startSmtp(() => Object.assign(new Error('try later'), { responseCode: 451 }))
  const locked = busy.url.replace('//', '//user:wrong@')
  // Nothing listens on port 1.
  for (const url of [busy.url, locked, 'smtp://127.0.0.1:1']) {
    const failure = await openSmtp(url, sender)
      .send(email('later'))
      .then(
        () => null,
        (error: unknown) => error,
      )
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(Undeliverable)
  }
})

const t = await startApp('2026-07-15T16:00:00Z', { DATA_DIR: dataDir })

test('the mailbox lists the emails, newest first, and shows both parts', async () => {
  await openOutbox(outbox, sender).send(email('listed', { subject: '<i>Rain</i>' }))
  const list = await t.server.inject({ url: '/dev/mailbox', headers: opened })
  expect(list.statusCode).toBe(200)
  expect(list.body).toContain('<a href="/dev/mailbox/listed">&lt;i&gt;Rain&lt;/i&gt;</a>')
  expect(list.body.indexOf('/dev/mailbox/listed')).toBe(list.body.indexOf('/dev/mailbox/', list.body.indexOf('<ol')))

  const shown = await t.server.inject({ url: '/dev/mailbox/listed', headers: opened })
  expect(shown.body).toContain('You meet Bo &lt;b&gt;&quot;Ace&quot;&lt;/b&gt; Lind &amp; friends.')
  expect(shown.body).not.toMatch(/<script|<i>|<b>/)
  expect(shown.body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(shown.headers['cache-control']).toBe('no-store')

  const html = await t.server.inject({ url: '/dev/mailbox/listed/html', headers: opened })
  expect(html.headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox/)
  expect(html.body).toContain('See the match')
  expect((await t.server.inject({ url: '/dev/mailbox/listed/match.ics', headers: opened })).statusCode).toBe(404)

  const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
  await openOutbox(outbox, sender).send(email('event', { calendar: { method: 'REQUEST', content } }))
  expect((await t.server.inject({ url: '/dev/mailbox/event', headers: opened })).body).toContain(
    'href="/dev/mailbox/event/match.ics"',
  )
  const event = await t.server.inject({ url: '/dev/mailbox/event/match.ics', headers: opened })
  expect(event.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(event.body.trim().split(/\r?\n/)).toEqual(content.trim().split('\r\n'))
})

test.each([
  '/dev/mailbox/..%2f..%2fetc%2fpasswd',
  '/dev/mailbox/nothing',
  '/dev/mailbox/nothing/html',
  '/dev/mailbox/%00',
])('%s is not found in the mailbox', async (url) => {
  expect((await t.server.inject({ url, headers: opened })).statusCode).toBe(404)
})

const strangers: [name: string, headers: Record<string, string>][] = [
  ['at the machine itself', { host: 'localhost:3000' }],
  ['through a proxy that adds nothing', { host: '127.0.0.1:3000', connection: 'close' }],
  ['with another token', { cookie: 'deuce_mailbox=token-of-the-test' }],
  ['with a longer token', { cookie: 'deuce_mailbox=token-of-the-tests-2' }],
  ['with an empty cookie', { cookie: 'deuce_mailbox=' }],
]

test.each(strangers)('without the token nobody finds the mailbox, %s', async (_, headers) => {
  for (const url of [
    '/dev/mailbox',
    '/dev/mailbox/listed',
    '/dev/mailbox/listed/html',
    '/dev/mailbox?token=',
    '/dev/mailbox?token=x&token=y',
  ]) {
    const answer = await t.server.inject({ url, headers })
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found.'])
  }
})

test('the link with the token opens the mailbox, wherever it comes from, and leaves a cookie instead of the token', async () => {
  const answer = await t.server.inject({
    url: `/dev/mailbox?token=${devToken}`,
    remoteAddress: '203.0.113.7',
    headers: { host: 'deuce.example', 'x-forwarded-for': '203.0.113.7' },
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dev/mailbox'])
  expect(answer.headers['set-cookie']).toBe(`deuce_mailbox=${devToken}; HttpOnly; SameSite=Lax; Path=/dev/mailbox`)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  expect((await t.server.inject({ url: '/dev/mailbox', headers: { cookie: `a=b; ${cookie}` } })).statusCode).toBe(200)
})

test('there is no mailbox in production, nor where emails leave by SMTP', async () => {
  for (const app of [
    { ...t.app, dev_token: null },
    { ...t.app, config: { ...t.app.config, SMTP_URL: 'smtp://mail.example' } },
  ]) {
    const server = await buildServer(app)
    expect((await server.inject({ url: '/dev/mailbox/listed', headers: opened })).body).not.toContain('Ada')
    expect((await server.inject({ url: '/dev/mailbox/style.css', headers: opened })).statusCode).toBe(404)
    await server.close()
  }
})
