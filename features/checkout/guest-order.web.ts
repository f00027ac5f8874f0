import { keepGuestDetails, type GuestDetails } from '#/features/accounts/guest-details.web.ts'
import type { AcceptanceValues } from '#/features/texts/accepting.web.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import { formDraftKey } from '#/web/form-draft.ts'
import { randomText } from '#/web/random.ts'
import { createStore } from '#/web/store.ts'

/** A guest's acceptances and answers, in the call's format. */
type GuestTerms = Partial<AcceptanceValues> & { answers?: GivenAnswer[] }

const terms = createStore<GuestTerms>(
  formDraftKey('guest-terms'),
  (value) => (typeof value === 'object' && value !== null ? value : {}),
  'sessionStorage',
)

export const findGuestTerms = terms.get
export const keepGuestTerms = terms.set

// Identifies this tab when it repeats a request whose response was lost.
const guestSecret = createStore<string | null>(
  'deuce.guest-secret',
  (value) => (typeof value === 'string' ? value : null),
  'sessionStorage',
)

/** The secret of this tab's guest orders, generated on first use. */
export function keepGuestSecret(): string {
  const secret = guestSecret.get() ?? randomText()
  guestSecret.set(secret)
  return secret
}

export function forgetGuestDetails(): void {
  keepGuestDetails(null)
  terms.set({})
}

/** The details in the call's format. */
export function toGuestBody({ referral_code, year_of_birth, ...values }: GuestDetails) {
  return {
    ...values,
    ...(year_of_birth.trim() === '' ? {} : { year_of_birth: Number(year_of_birth) }),
    ...(referral_code.trim() === '' ? {} : { referral_code }),
  }
}
