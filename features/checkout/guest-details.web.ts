import type { AcceptanceValues } from '#/features/texts/accepting.web.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import { keptKey } from '#/web/kept-form.ts'
import { randomText } from '#/web/random.ts'
import { createStore, useStored } from '#/web/store.ts'

const blank = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  singles_level: '',
  gender: '',
  year_of_birth: '',
  location: '',
  referral_code: '',
}

/** What a guest has typed so far, as the form's fields have it. */
export type GuestDetails = typeof blank

const names = Object.keys(blank) as (keyof GuestDetails)[]

// For this tab alone: the next person at this computer shall not find a name and a phone number.
const details = createStore<GuestDetails>(
  keptKey('guest'),
  (value) => {
    // Typed before there was a year of birth.
    const given = { ...blank, ...(value as object | null) }
    return isDetails(given) ? detailsIn(given) : blank
  },
  'sessionStorage',
)

function isDetails(value: unknown): value is GuestDetails {
  const given = (value ?? {}) as Partial<Record<keyof GuestDetails, unknown>>
  return names.every((name) => typeof given[name] === 'string')
}

/** What a guest has accepted and answered, as the call takes it. */
type GuestTerms = Partial<AcceptanceValues> & { answers?: GivenAnswer[] }

const terms = createStore<GuestTerms>(
  keptKey('guest-terms'),
  (value) => (typeof value === 'object' && value !== null ? value : {}),
  'sessionStorage',
)

export const findGuestTerms = terms.get
export const keepGuestTerms = terms.set

// What this tab proves itself with when it repeats a request whose answer was lost.
const guestSecret = createStore<string | null>(
  'deuce.guest-secret',
  (value) => (typeof value === 'string' ? value : null),
  'sessionStorage',
)

/** The secret of this tab's guest orders; nobody else knows it. */
export function keepGuestSecret(): string {
  const secret = guestSecret.get() ?? randomText()
  guestSecret.set(secret)
  return secret
}

/** The guest's details in a screen. */
export function useGuestDetails(): GuestDetails {
  return useStored(details)
}

export function keepGuestDetails(changed: Partial<GuestDetails>): void {
  details.set({ ...details.get(), ...changed })
}

export function forgetGuestDetails(): void {
  details.set(blank)
  terms.set({})
}

/** The details among the values of a form that asks for more. */
export function detailsIn(values: GuestDetails): GuestDetails {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as GuestDetails
}

/** The details as the endpoint takes them. */
export function toGuestBody({ referral_code, year_of_birth, ...values }: GuestDetails) {
  return {
    ...values,
    ...(year_of_birth.trim() === '' ? {} : { year_of_birth: Number(year_of_birth) }),
    ...(referral_code.trim() === '' ? {} : { referral_code }),
  }
}
