import { readdir, readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Email } from 'postal-mime'
import { escapeHtml } from './email-layout.ts'

/** Letters on one page of the list; older ones are in the folder. */
const shown = 100

/** The outbox's letters to read in a browser, at /dev/mailbox. Answers only to this machine; not for production. */
export async function serveMailbox(server: FastifyInstance, folder: string): Promise<void> {
  const { default: PostalMime } = await import('postal-mime')

  async function list(): Promise<{ name: string; at: Date }[]> {
    const files = await readdir(folder).catch(() => [])
    const letters = files.filter((file) => file.endsWith('.eml'))
    const stats = await Promise.all(
      letters.map(async (file) => ({
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

  await server.register(
    async (mailbox) => {
      mailbox.addHook('onRequest', (request, reply, done) => {
        void reply.header('cache-control', 'no-store')
        // The socket's own address: headers and trusted proxies say whatever a stranger likes.
        if (isLoopback(request.socket.remoteAddress)) done()
        else void reply.code(404).type('text/plain').send('There is no such thing here.')
      })

      mailbox.get('/', async (_request, reply) => {
        const letters = await Promise.all((await list()).map(async ({ name }) => ({ name, letter: await read(name) })))
        const rows = letters.map(
          ({ name, letter }) =>
            `<li><a href="/dev/mailbox/${name}">${escapeHtml(letter?.subject ?? name)}</a> <span>to ${escapeHtml(recipients(letter))}, ${escapeHtml(letter?.date ?? '')}</span></li>`,
        )
        return reply
          .type('text/html')
          .send(
            page(
              'Mailbox',
              rows.length > 0
                ? `<ol reversed>${rows.join('\n')}</ol>`
                : '<p>No letters yet. Sign up, or ask for a new password.</p>',
            ),
          )
      })

      mailbox.get('/style.css', (_request, reply) => reply.type('text/css').send(style))

      mailbox.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
        const { name } = request.params
        const letter = await read(name)
        if (!letter) return reply.code(404).type('text/html').send(page('No such letter', back))
        const headers = [
          ['From', `${letter.from?.name ?? ''} <${letter.from?.address ?? ''}>`],
          ['To', recipients(letter)],
          ['Date', letter.date ?? ''],
          ['Message-ID', letter.messageId ?? ''],
        ].map(([title = '', value = '']) => `<dt>${title}</dt><dd>${escapeHtml(value)}</dd>`)
        return reply.type('text/html').send(
          page(
            letter.subject ?? '(no subject)',
            `${back}<dl>${headers.join('')}</dl>
<h2>HTML</h2>
<iframe title="The letter's HTML" src="/dev/mailbox/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Plain text</h2>
<pre>${escapeHtml(letter.text ?? '')}</pre>`,
          ),
        )
      })

      mailbox.get<{ Params: { name: string } }>('/:name/html', async (request, reply) => {
        const letter = await read(request.params.name)
        return reply
          .code(letter ? 200 : 404)
          .type('text/html')
          .header(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
          )
          .send((letter?.html ?? '').replace('<head>', '<head><base target="_blank">'))
      })
    },
    { prefix: '/dev/mailbox' },
  )
}

/** 127.0.0.0/8 or ::1, also where IPv4 arrives on an IPv6 socket. */
export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/i, '') ?? ''
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

const back = '<p><a href="/dev/mailbox">All letters</a></p>'

function recipients(letter: Email | null): string {
  return (letter?.to ?? []).map(({ name, address }) => `${name} <${address ?? ''}>`).join(', ')
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Deuce</title>
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
