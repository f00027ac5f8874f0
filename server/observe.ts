import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Undeliverable, type Mail } from './outside/mail.ts'
import type { PaymentAnswer, Payments } from './outside/payments.ts'
import type { Push, PushOutcome } from './outside/push.ts'

/**
 * A piece of work that metrics and traces want to know of. `name` is one of a fixed set: a job, a call of the payment
 * provider, a kind of statement. `parent` is the trace that it continues (W3C Trace Context).
 */
export type Work = {
  kind: 'sql' | 'payments' | 'email' | 'push' | 'job' | 'standings'
  name: string
  statement?: string
  parent?: string | undefined
}

/** Something that has happened. */
type Fact = { kind: 'payment_event'; lag_seconds: number } | { kind: 'doubled_payment' }

/** Metrics or traces. `around` runs the work and answers what it answers. */
export type Observer = {
  around: <T>(work: Work, run: () => Promise<T>) => Promise<T>
  note?: (fact: Fact) => void
  /** The trace that is under way, for work that another process does later. */
  carry?: () => { traceparent?: string }
}

let observers: readonly Observer[] = []

/** Lets an observer see all work from now on; answers how to end that. */
export function observe(observer: Observer): () => void {
  observers = [...observers, observer]
  return () => {
    observers = observers.filter((one) => one !== observer)
  }
}

/** Runs the work; without observers that is all. */
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

/** What a job's payload gets, so that its work belongs to the trace that started it. */
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

/** The payment provider, each call observed. */
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

/** The mail, each email observed. */
export function observeMail(mail: Mail): Mail {
  return { send: (email) => observed({ kind: 'email', name: 'send' }, () => mail.send(email)) }
}

/** The push services, each message observed. */
export function observePush(push: Push): Push {
  return { ...push, send: (...given) => observed({ kind: 'push', name: 'send' }, () => push.send(...given)) }
}

/** Whether a message for a device was sent, whether the device is gone, or whether it failed. */
export function pushOutcomeOf(result: unknown): 'sent' | 'gone' | 'failed' {
  const { kind } = (result ?? {}) as Partial<PushOutcome>
  return kind === 'sent' || kind === 'gone' ? kind : 'failed'
}

/** Whether an email cannot be delivered at all, rather than not now. */
export function isUndeliverable(error: unknown): boolean {
  return error instanceof Undeliverable
}

/** The pool, each statement observed; the pool itself while nobody observes. */
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
