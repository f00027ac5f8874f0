import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Undeliverable, type Mail } from './outside/mail.ts'
import type { PaymentAnswer, Payments } from './outside/payments.ts'
import type { Push, PushOutcome } from './outside/push.ts'

/**
 * A piece of work for metrics and traces. `name` is from a fixed set: a job, a call of the payment provider, a kind of
 * statement. `parent` is the trace that it continues (W3C Trace Context).
 */
export type Work = {
  kind: 'sql' | 'payments' | 'email' | 'push' | 'job' | 'standings'
  name: string
  statement?: string
  parent?: string | undefined
}

/** An event that has happened. */
type Fact = { kind: 'payment_event'; lag_seconds: number } | { kind: 'doubled_payment' }

/** Metrics or traces. `around` runs the work and returns its result. */
export type Observer = {
  around: <T>(work: Work, run: () => Promise<T>) => Promise<T>
  note?: (fact: Fact) => void
  /** The current trace, for work that another process does later. */
  carry?: () => { traceparent?: string }
}

let observers: readonly Observer[] = []

/** Adds an observer of all work. Returns a function that removes it. */
export function observe(observer: Observer): () => void {
  observers = [...observers, observer]
  return () => {
    observers = observers.filter((one) => one !== observer)
  }
}

/** Runs the work inside all observers. */
export function observed<T>(work: Work, run: () => Promise<T>): Promise<T> {
  if (observers.length === 0) return run()
  return observers.reduceRight(
    (inner, { around }) =>
      () =>
        around(work, inner),
    run,
  )()
}

export function note(fact: Fact): void {
  for (const observer of observers) observer.note?.(fact)
}

/** Fields for a job's payload, so that its work belongs to the trace that started it. */
export function carried(): { traceparent?: string } {
  return Object.assign({}, ...observers.map(({ carry }) => carry?.()))
}

/** The result of a call of the payment provider: the state of a payment, or `done`. */
export function outcomeOf(result: unknown): string {
  const status = typeof result === 'object' && result !== null && 'status' in result ? result.status : undefined
  return (outcomes as readonly unknown[]).includes(status) ? String(status) : 'done'
}

const outcomes = [
  'succeeded',
  'declined',
  'requires_action',
  'processing',
  'canceled',
] as const satisfies readonly PaymentAnswer['status'][]

/** A payment provider whose calls are observed. */
export function observePayments(payments: Payments): Payments {
  const call = <T>(name: string, run: () => Promise<T>) => observed({ kind: 'payments', name }, run)
  return {
    ...payments,
    charge: (...given) => call('charge', () => payments.charge(...given)),
    retrieve: (...given) => call('retrieve', () => payments.retrieve(...given)),
    find: (...given) => call('find', () => payments.find(...given)),
    findSince: (...given) => call('find_since', () => payments.findSince(...given)),
    cancel: (...given) => call('cancel', () => payments.cancel(...given)),
    refund: (...given) => call('refund', () => payments.refund(...given)),
    findRefund: (...given) => call('find_refund', () => payments.findRefund(...given)),
    check: (...given) => call('check', () => payments.check(...given)),
  }
}

/** A mail whose emails are observed. */
export function observeMail(mail: Mail): Mail {
  return { send: (email) => observed({ kind: 'email', name: 'send' }, () => mail.send(email)) }
}

/** Push services whose messages are observed. */
export function observePush(push: Push): Push {
  return { ...push, send: (...given) => observed({ kind: 'push', name: 'send' }, () => push.send(...given)) }
}

/** The result of a message for a device: sent, device gone, or failed. */
export function pushOutcomeOf(result: unknown): 'sent' | 'gone' | 'failed' {
  const { kind } = (result ?? {}) as Partial<PushOutcome>
  return kind === 'sent' || kind === 'gone' ? kind : 'failed'
}

/** The result of an email: undeliverable, or failed for now. */
export function isUndeliverable(error: unknown): boolean {
  return error instanceof Undeliverable
}

/** A pool whose statements are observed, or the pool itself if there are no observers. */
export function observePool(pool: PostgresPool): PostgresPool {
  if (observers.length === 0) return pool
  const known = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  const observedClient = (client: PostgresPoolClient): PostgresPoolClient => {
    const query = client.query.bind(client) as (sql: string, values: readonly unknown[]) => Promise<unknown>
    return {
      query: ((sql: string, values: readonly unknown[]) =>
        observed({ kind: 'sql', name: verbOf(sql), statement: sql }, () =>
          query(sql, values),
        )) as PostgresPoolClient['query'],
      release: () => client.release(),
    }
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? observedClient(client)
      known.set(client, wrapped)
      return wrapped
    },
  }
}

const verbs = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'merge']

function verbOf(sql: string): string {
  const verb = /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  return verbs.includes(verb) ? verb : 'other'
}
