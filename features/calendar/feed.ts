import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { organization } from '#/contract/organization.ts'
import type { App } from '#/server/context.ts'
import { networkOf } from '#/server/limits.ts'
import { refuse } from '#/server/refuse.ts'
import { matchesEtag } from '#/server/etag.ts'
import { calendarEntries, uidHost } from './entries.ts'
import { writeCalendar } from './ics.ts'
import { findCalendar, findFeed } from './queries.ts'

/**
 * Serves /calendar/{token}.ics, which calendar programs poll. The same content has the same text and ETag, so the
 * response for an unchanged calendar is 304.
 */
export function serveCalendar(server: FastifyInstance, app: App): void {
  server.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    app.admission.check('anonymous')
    await app.limits.spend('address', networkOf(request.ip))
    const [, token] = /^([\w-]{43})\.ics$/.exec(request.params.name) ?? []
    const feed = token === undefined ? undefined : await findFeed(app.db, token)
    if (!feed) refuse('not_found')
    const calendar = await findCalendar(app.db, { ...feed, host: uidHost(app.config), now: app.clock.now() })
    const text = writeCalendar(calendarEntries(app.config, calendar), { method: 'publish', name: organization().name })
    const tag = `"${hash('sha256', text, 'base64url')}"`
    void reply.header('etag', tag).header('cache-control', 'private, no-cache')
    if (matchesEtag(request, tag)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}
