import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { RELEASE, trustOf } from './log.ts'
import { observe, type Work } from './observe.ts'

/** Time between two exports, and for the last one when the process ends. */
const EXPORT_MS = 1_000
const STOP_TIMEOUT_MS = 2_000

export type Tracing = {
  /** Traces the requests of a server. */
  watch: (server: FastifyInstance) => void
  /** Exports the finished spans. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Exports traces by OTLP over HTTP. The trace of a request includes its statements, its calls of the payment provider,
 * its emails, and the jobs that it starts. A trace of a trusted proxy (`traceparent`, TRUST_PROXY) is continued. No
 * span contains values: statements have placeholders, and requests have the pattern of their route.
 */
export function startTracing(endpoint: string, { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'deuce', 'service.version': RELEASE }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('deuce', RELEASE)
  const current = new AsyncLocalStorage<Context>()
  const isTrusted = trustOf(TRUST_PROXY)

  const endObserving = observe({
    around(work, run) {
      const parent = work.parent === undefined ? current.getStore() : contextOf(work.parent)
      // Statements of the pool and the queue have no parent span.
      if (work.kind === 'sql' && !parent) return run()
      const kind =
        work.kind === 'job' ? SpanKind.CONSUMER : work.kind === 'standings' ? SpanKind.INTERNAL : SpanKind.CLIENT
      const context = parent ?? ROOT_CONTEXT
      const span = tracer.startSpan(`${work.kind} ${work.name}`, { kind, attributes: attributesOf(work) }, context)
      return current.run(trace.setSpan(context, span), async () => {
        try {
          return await run()
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    carry() {
      const context = current.getStore()
      const span = context && trace.getSpanContext(context)
      return span ? { traceparent: `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}` } : {}
    },
  })

  const contexts = new WeakMap<FastifyRequest, Context>()

  function watch(server: FastifyInstance): void {
    server.addHook('onRequest', (request, _reply, done) => {
      const route = request.routeOptions.url
      if (route?.startsWith('/health/') || route === '/metrics') return done()
      const sent = request.headers['traceparent']
      const parent =
        typeof sent === 'string' && isTrusted(request.socket.remoteAddress ?? '') ? contextOf(sent) : ROOT_CONTEXT
      const attributes = {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'deuce.request_id': request.id,
      }
      const name = `${request.method} ${route ?? '(no route)'}`
      const context = trace.setSpan(parent, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent))
      contexts.set(request, context)
      current.run(context, done)
    })
    // A body arrives in events of the socket, which several requests share.
    server.addHook('preHandler', (request, _reply, done) => {
      const context = contexts.get(request)
      if (context) current.run(context, done)
      else done()
    })
    const end = (request: FastifyRequest, status: number | null) => {
      const context = contexts.get(request)
      const span = context && trace.getSpan(context)
      if (!span) return
      if (status !== null) span.setAttribute('http.response.status_code', status)
      if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      contexts.delete(request)
    }
    server.addHook('onResponse', (request, reply, done) => {
      end(request, reply.statusCode)
      done()
    })
    server.addHook('onRequestAbort', (request, done) => {
      end(request, null)
      done()
    })
  }

  return {
    watch,
    flush: () => provider.forceFlush(),
    async stop() {
      endObserving()
      await Promise.race([provider.shutdown(), wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Reads the context from a `traceparent` header. If the header is invalid, a new trace begins. */
function contextOf(traceparent: string): Context {
  const parent = parseTraceParent(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

function attributesOf({ kind, name, statement }: Work): Attributes {
  if (kind !== 'sql') return {}
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    ...(statement !== undefined && { 'db.query.text': statement }),
  }
}

/** Records only the type, because messages may quote values. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
