import type { FastifyBaseLogger } from 'fastify'
import type { RefusalCode } from '#/contract/refusals.ts'

/** The fields of the request in a line about security. */
type About = {
  request_id: string
  method: string
  route: string | null
  status: number
  player_id: number | null
  impersonated_by_id?: number
  refusal?: RefusalCode
}

/** An event that only the refusing code can identify. */
export type SecurityEvent = 'reauthentication_failed'

/** The security event for each refusal that is one. */
const refused: Partial<Record<RefusalCode, string>> = {
  wrong_credentials: 'sign_in_failed',
  passkey_unknown: 'sign_in_failed',
  social_failed: 'sign_in_failed',
  social_email_unverified: 'sign_in_failed',
  suspended: 'sign_in_refused',
  not_allowed: 'power_refused',
  not_your_area: 'power_refused',
  not_your_league: 'power_refused',
  not_your_match: 'power_refused',
  read_only: 'power_refused',
  sign_in_again: 'power_refused',
  second_factor_due: 'power_refused',
  second_factor_missing: 'power_refused',
  too_many_requests: 'throttled',
  bad_signature: 'signature_refused',
}

/** The events of calls that succeed, and of those refused with 401, 403 or 422. */
const calls: Record<string, { succeeded?: string; failed?: string }> = {
  'POST /api/users/signin': { succeeded: 'signed_in' },
  'POST /api/users/signin/passkey': { succeeded: 'signed_in' },
  'POST /api/users/passkeys': { succeeded: 'passkey_added' },
  'POST /api/users/passkeys/:id/remove': { succeeded: 'passkey_removed' },
  'POST /api/users/passkeys/check': { succeeded: 'reauthenticated', failed: 'reauthentication_failed' },
  'POST /api/google/user-oauth': { succeeded: 'signed_in' },
  'POST /api/users/identities/link': { succeeded: 'signed_in' },
  'POST /api/users/signup': { succeeded: 'signed_up' },
  'POST /api/users/signup/purchase': { succeeded: 'signed_up' },
  'POST /api/public/partner-invitations/signup': { succeeded: 'signed_up' },
  'POST /api/users/logout': { succeeded: 'signed_out' },
  'DELETE /api/users/sessions': { succeeded: 'sessions_ended' },
  'DELETE /api/users/sessions/:id': { succeeded: 'sessions_ended' },
  'PUT /api/users/password': { succeeded: 'password_changed' },
  'POST /api/customer/password/reset': { succeeded: 'password_reset' },
  'POST /api/users/email/confirm': { succeeded: 'email_changed' },
  'POST /api/users/delete': { succeeded: 'account_deleted' },
  'POST /api/organizer/reauthenticate': { succeeded: 'reauthenticated', failed: 'reauthentication_failed' },
  'POST /api/organizer/second-factor/confirm': { succeeded: 'second_factor_enrolled', failed: 'second_factor_failed' },
  'POST /api/organizer/second-factor/check': { succeeded: 'second_factor_given', failed: 'second_factor_failed' },
  'DELETE /api/organizer/second-factor': { succeeded: 'second_factor_removed' },
  'POST /api/organizer/players/:id/see': { succeeded: 'impersonation_started' },
}

/**
 * Logs the event of a request that concerns security, as `kind: 'security'` (docs/operating.md, "Logs"). `given` is the event
 * that its refusal names.
 */
export function logSecurity(
  log: FastifyBaseLogger,
  about: About,
  address: () => string,
  given: SecurityEvent | null = null,
): void {
  const event = given ?? eventOf(about)
  if (event === undefined) return
  const isTrouble = about.status >= 400
  log[isTrouble ? 'warn' : 'info']({ kind: 'security', event, ...about, network: networkAround(address()) })
}

function eventOf({ method, route, status, refusal, impersonated_by_id }: About): string | undefined {
  const call = calls[`${method} ${route}`]
  if (status < 400) {
    const isEnd = impersonated_by_id !== undefined && route === '/api/users/logout'
    return isEnd ? 'impersonation_ended' : call?.succeeded
  }
  if (call?.failed !== undefined && [401, 403, 422].includes(status)) return call.failed
  return refusal && refused[refusal]
}

/** The network of an address, wide enough not to identify a household: 203.0.113.0/24, 2001:db8:7::/48. */
export function networkAround(address: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (v4 !== undefined) return `${v4}.0/24`
  const groups = address.split('::')[0]?.split(':').slice(0, 3).join(':') ?? ''
  return `${groups}::/48`
}
