import { timingSafeEqual } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Email } from 'postal-mime'
import { organization } from '#/contract/organization.ts'
import { escapeHtml } from './email-layout.ts'

/** Emails on one page of the list. Older ones are in the folder. */
const shown = 100

/** The cookie that a link with the token leaves. */
const COOKIE = 'deuce_mailbox'

/**
 * Shows the outbox's emails at /dev/mailbox, for those who have the token: as `?token=`, which leaves a cookie, or in that
 * cookie. Where a request comes from opens nothing, because a proxy makes every stranger local.
 */
export async function serveMailbox(server: FastifyInstance, folder: string, token: string): Promise<void> {
  const { default: PostalMime } = await import('postal-mime')

  async function list(): Promise<{ name: string; at: Date }[]> {
    const files = await readdir(folder).catch(() => [])
    const emails = files.filter((file) => file.endsWith('.eml'))
    const stats = await Promise.all(
      emails.map(async (file) => ({
        name: file.slice(0, -'.eml'.length),
        at: (await stat(join(folder, file))).mtime,
      })),
    )
    return stats.toSorted((a, b) => b.at.getTime() - a.at.getTime() || a.name.localeCompare(b.name)).slice(0, shown)
  }

  async function read(name: string): Promise<Email | null> {
    if (!/^[\w-]+$/.test(name)) return null
    const message = await readFile(join(folder, `${name}.eml`)).catch(() => null)
    return message && PostalMime.parse(message)
  }

  const expected = Buffer.from(token)
  function isToken(given: unknown): boolean {
    if (typeof given !== 'string') return false
    const bytes = Buffer.from(given)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  }

  await server.register(
    async (mailbox) => {
      mailbox.addHook<{ Querystring: { token?: unknown } }>('onRequest', (request, reply, done) => {
        void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
        if (isToken(request.query.token)) {
          void reply
            .header('set-cookie', `${COOKIE}=${token}; HttpOnly; SameSite=Lax; Path=/dev/mailbox`)
            .redirect('/dev/mailbox', 303)
        } else if (isToken(cookieIn(request.headers.cookie))) done()
        else void reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
      })

      mailbox.get('/', async (_request, reply) => {
        const emails = await Promise.all((await list()).map(async ({ name }) => ({ name, email: await read(name) })))
        const rows = emails.map(
          ({ name, email }) =>
            `<li><a href="/dev/mailbox/${name}">${escapeHtml(email?.subject ?? name)}</a> <span>to ${escapeHtml(recipients(email))}, ${escapeHtml(email?.date ?? '')}</span></li>`,
        )
        return reply
          .type('text/html; charset=utf-8')
          .send(
            page(
              'Mailbox',
              rows.length > 0
                ? `<ol reversed>${rows.join('\n')}</ol>`
                : '<p>No emails yet. Sign up, or ask for a new password.</p>',
            ),
          )
      })

      mailbox.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

      mailbox.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
        const { name } = request.params
        const email = await read(name)
        if (!email) return reply.code(404).type('text/html; charset=utf-8').send(page('No such email', back))
        const headers = [
          ['From', `${email.from?.name ?? ''} <${email.from?.address ?? ''}>`],
          ['To', recipients(email)],
          ['Date', email.date ?? ''],
          ['Message-ID', email.messageId ?? ''],
        ].map(([title = '', value = '']) => `<dt>${title}</dt><dd>${escapeHtml(value)}</dd>`)
        return reply.type('text/html; charset=utf-8').send(
          page(
            email.subject ?? '(no subject)',
            `${back}<dl>${headers.join('')}</dl>
<h2>HTML</h2>
<iframe title="The email's HTML" src="/dev/mailbox/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Plain text</h2>
<pre>${escapeHtml(email.text ?? '')}</pre>${eventIn(email) === null ? '' : `<p><a href="/dev/mailbox/${name}/match.ics">The event for the calendar</a></p>`}`,
          ),
        )
      })

      mailbox.get<{ Params: { name: string } }>('/:name/html', async (request, reply) => {
        const email = await read(request.params.name)
        return reply
          .code(email ? 200 : 404)
          .type('text/html; charset=utf-8')
          .header(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
          )
          .send((email?.html ?? '').replace('<head>', '<head><base target="_blank">'))
      })

      mailbox.get<{ Params: { name: string } }>('/:name/match.ics', async (request, reply) => {
        const email = await read(request.params.name)
        const event = email && eventIn(email)
        if (!event) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
        return reply.type('text/calendar; charset=utf-8').send(event)
      })
    },
    { prefix: '/dev/mailbox' },
  )
}

function cookieIn(header: string | undefined): string | undefined {
  return header
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
}

/** The calendar event in an email, with the parser's line ends. Null if there is none. */
function eventIn({ attachments }: Email): Buffer | null {
  const event = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!event) return null
  return typeof event.content === 'string' ? Buffer.from(event.content) : Buffer.from(event.content as ArrayBuffer)
}

const back = '<p><a href="/dev/mailbox">All emails</a></p>'

function recipients(email: Email | null): string {
  return (email?.to ?? []).map(({ name, address }) => `${name} <${address ?? ''}>`).join(', ')
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${organization().name}</title>
<link rel="stylesheet" href="/dev/mailbox/style.css">
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${content}
</body>
</html>
`
}

const style = `:root{color-scheme:light dark}
body{max-width:60rem;margin:0 auto;padding:1.5rem 1rem;font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:inherit}
li{margin-bottom:.75rem}
li span{display:block;opacity:.75}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dd{margin:0}
iframe{width:100%;height:40rem;border:1px solid;background:Canvas}
pre{padding:1rem;border:1px solid;white-space:pre-wrap}
`
