import { refusals, type RefusalBody, type RefusalCode } from '#/contract/refusals.ts'

type Detail = { message?: string; fields?: Record<string, string>; retryAfter?: number }

/** A no that a handler or a query says; answered by the table in contract/refusals.ts. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined
  /** Seconds; the Retry-After header. */
  readonly retryAfter: number | undefined
  constructor(code: RefusalCode, detail: Detail = {}) {
    super(detail.message ?? refusals[code][1])
    this.code = code
    this.fields = detail.fields
    // Away for a moment: ask again in a moment.
    this.retryAfter = detail.retryAfter ?? (refusals[code][0] === 503 ? 2 : undefined)
  }
}

/** Throws the refusal. `message` replaces the table's sentence, `fields` says why field by field (422), `retryAfter` is in seconds. */
export function refuse(code: RefusalCode, detail: Detail = {}): never {
  throw new Refusal(code, detail)
}

/** The database's last word: a named constraint and the refusal it means. */
const constraints: Record<string, RefusalCode> = {
  players_email_once: 'email_in_use',
  purchases_one_live_per_league: 'order_open',
  entry_players_once_in_a_league: 'already_in_league',
  matches_one_result_a_day: 'already_reported',
  social_identities_once: 'conflict',
  scores_reported_once: 'already_reported',
  refunds_within_the_money: 'refund_too_large',
  refunds_requested_once: 'conflict',
  refunds_once_a_line: 'refund_assigned',
}

/** SQLSTATE classes and postgres.js words that mean the database can not be asked right now. */
const away = /^(08|57P|53)|^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/

/** Any throw as a refusal; null when it is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return null
  const { code, constraint_name, statusCode } = error as {
    code?: unknown
    constraint_name?: unknown
    statusCode?: unknown
  }
  if (typeof constraint_name === 'string' && constraints[constraint_name])
    return new Refusal(constraints[constraint_name])
  if (typeof code === 'string' && away.test(code)) return new Refusal('unavailable')
  if (code === '40001' || code === '40P01') return new Refusal('conflict')
  // A zero byte: JSON and addresses can carry one, and text can not.
  if (code === '22021' || code === '22P05') return new Refusal('malformed')
  // Fastify's own, raised before a handler runs.
  if (statusCode === 413) return new Refusal('too_large')
  if (statusCode === 415) return new Refusal('wrong_media_type')
  if (statusCode === 400) return new Refusal('malformed')
  return null
}

/** Status and body of a refusal. */
export function answerOf(refusal: Refusal, request_id: string): { status: number; body: RefusalBody } {
  const status = refusals[refusal.code][0]
  return {
    status,
    body: {
      message: refusal.message,
      code: refusal.code,
      request_id,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
    },
  }
}
