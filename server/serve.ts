import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Access, Endpoint, Received, Reply } from '#/contract/endpoint.ts'
import type { App } from './app.ts'
import { refuse } from './refuse.ts'
import { jsonSchemaOf } from './openapi.ts'
import { findSession, type SignedIn } from './session.ts'

/** What a handler gets: the parsed parts, who calls, the app's parts, and the instant of the call. */
export type Call<E extends Endpoint> = Received<E> & {
  player: PlayerOf<E['access']>
  app: App
  now: Date
  log: FastifyBaseLogger
}

type PlayerOf<A extends Access> = A extends 'public' ? null : SignedIn

/** An endpoint with its handler. */
export type Route = {
  endpoint: Endpoint
  mount: (fastify: FastifyInstance, app: App) => void
}

/** Binds a handler to an endpoint: who may call, parsing and the compiled answer come from the endpoint. */
export function serve<const E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Reply<E>>): Route {
  return {
    endpoint,
    mount: (fastify, app) => {
      const callers = new WeakMap<FastifyRequest, SignedIn>()
      fastify.route({
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema: { response: { [endpoint.status ?? 200]: jsonSchemaOf(endpoint.reply, 'output') } },
        // Before the body is read: a stranger's two megabytes are not worth parsing.
        onRequest: async (request) => {
          if (endpoint.access === 'public') return
          const session = await findSession(app.db, request.headers.authorization, app.clock.now())
          if (!session) refuse(endpoint.unauthenticated ?? 'not_signed_in')
          if (endpoint.access === 'organizer' && session.role !== 'organizer') refuse('not_allowed')
          callers.set(request, session)
        },
        handler: async (request, reply) => {
          const received = {
            params: parse(endpoint.params, request.params),
            query: parse(endpoint.query, request.query),
            body: parse(endpoint.body, request.body),
          } as Received<E>
          const player = (callers.get(request) ?? null) as PlayerOf<E['access']>
          const answer = await handle({ ...received, player, app, now: app.clock.now(), log: request.log })
          return reply.code(endpoint.status ?? 200).send(answer)
        },
      })
    },
  }
}

function parse(schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined
  if (value === undefined || value === null) refuse('malformed')
  const read = schema.safeParse(value)
  if (read.success) return read.data
  refuse('invalid', { fields: fieldsOf(read.error.issues) })
}

/** The first problem of each field, by its dotted path. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.') || 'body'
    fields[path] ??= issue.message
  }
  return fields
}
