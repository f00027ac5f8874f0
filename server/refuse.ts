import { DatabaseError } from 'pg'
import { refusals, sentenceOf, type RefusalBody, type RefusalCode } from '#/contract/refusals.ts'
import { DatabaseUnavailable } from './db-errors.ts'
import type { SecurityEvent } from './log-security.ts'
import { isDiskFull } from './outside/whole-file.ts'

type Detail = {
  message?: string
  fields?: Record<string, string>
  state?: Record<string, unknown>
  retryAfter?: number
  event?: SecurityEvent
}

/** A refusal thrown by a handler or a query. contract/refusals.ts has its status and sentence. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined
  /** The current state, for a caller who was too late. */
  readonly state: Record<string, unknown> | undefined
  /** The Retry-After header, in seconds. */
  readonly retryAfter: number | undefined
  /** The name of its security event in the log. */
  readonly event: SecurityEvent | null
  constructor(code: RefusalCode, detail: Detail = {}) {
    super(detail.message ?? sentenceOf(code))
    this.code = code
    this.fields = detail.fields
    this.state = detail.state
    this.event = detail.event ?? null
    // The database is usually back within seconds.
    this.retryAfter = detail.retryAfter ?? (refusals[code][0] === 503 ? 2 : undefined)
  }
}

/** Throws the refusal. `message` replaces the table's sentence, `fields` has the problem of each field (422), `state` is the state now, `retryAfter` is in seconds, `event` is for the log. */
export function refuse(code: RefusalCode, detail: Detail = {}): never {
  throw new Refusal(code, detail)
}

/** Constraints of the database and the refusal that each violation means. */
const constraints: Record<string, RefusalCode> = {
  players_email_once: 'email_in_use',
  purchases_one_live_per_league: 'order_open',
  entry_players_once_in_a_league: 'already_in_league',
  matches_one_result_a_day: 'already_reported',
  audit_undos_pkey: 'undone_already',
  social_identities_once: 'conflict',
  passkeys_once: 'conflict',
  scores_reported_once: 'already_reported',
  entry_invitations_one_open: 'already_invited',
  merge_requests_one_open: 'merge_pending',
  refunds_within_the_money: 'refund_too_large',
  purchases_cash_within_bookings: 'refund_too_large',
  cash_bookings_requested_once: 'conflict',
  cash_bookings_purchase_id_fkey: 'conflict',
  refunds_requested_once: 'conflict',
  refunds_once_a_line: 'refund_assigned',
  // The season was deleted while the order was being stored.
  orders_season_id_fkey: 'not_on_sale',
  purchases_league_id_fkey: 'not_on_sale',
  seasons_one_edition_a_year: 'edition_exists',
  // An owner removed the level while it was being chosen.
  players_singles_level_known: 'level_unknown',
  divisions_level_known: 'level_unknown',
  // Two owners saved the same text at the same time.
  texts_pkey: 'conflict',
  // The account and its session were deleted just as the call began. This happens to a guest account whose payment was refused.
  idempotency_keys_player_id_fkey: 'not_signed_in',
}

/** The constraint of the database that a change would violate. Null for any other error. */
export function constraintOf(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.constraint ?? null) : null
}

/** The refusal for an error. Null for an unhandled error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseUnavailable) return new Refusal(error.busy ? 'busy' : 'unavailable')
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const refused = constraints[constraintOf(error) ?? '']
  if (refused) return new Refusal(refused)
  if (code === '40001' || code === '40P01') return new Refusal('conflict')
  // A zero byte: JSON and URLs can contain one, PostgreSQL's text cannot.
  if (code === '22021' || code === '22P05') return new Refusal('malformed')
  if (isDiskFull(error))
    return new Refusal('unavailable', { message: 'There is no room to save this right now. Please try again later.' })
  // Errors of Fastify itself, thrown before a handler runs.
  if (statusCode === 413) return new Refusal('too_large')
  if (statusCode === 415) return new Refusal('wrong_media_type')
  if (statusCode === 400) return new Refusal('malformed')
  return null
}

/** Returns the status and the body with which a refusal is sent. */
export function answerOf(refusal: Refusal, request_id: string): { status: number; body: RefusalBody } {
  const status = refusals[refusal.code][0]
  return {
    status,
    body: {
      message: refusal.message,
      code: refusal.code,
      request_id,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
      ...(refusal.state ? { state: refusal.state } : {}),
    },
  }
}
