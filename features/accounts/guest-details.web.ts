import type { AcceptanceValues } from '#/features/texts/accepting.web.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import { formDraftKey } from '#/web/form-draft.ts'
import { randomText } from '#/web/random.ts'
import { createStore, useStored } from '#/web/store.ts'

const blank = {
  first_name: '',
  last_name: '',
  one_name: false,
  email: '',
  phone: '',
  singles_level: '',
  gender: '',
  year_of_birth: '',
  location: '',
  referral_code: '',
}

/** A guest's input so far, as form values. */
export type GuestDetails = typeof blank

const names = Object.keys(blank) as (keyof GuestDetails)[]

// Stored for this tab only, so that the next person at this computer finds no name or phone number.
const details = createStore<GuestDetails>(
  formDraftKey('guest'),
  (value) => {
    // Details stored before the form had a year of birth or the choice of one name.
    const given = { ...blank, ...(value as object | null) }
    return isDetails(given) ? detailsIn(given) : blank
  },
  'sessionStorage',
)

function isDetails(value: unknown): value is GuestDetails {
  const given = (value ?? {}) as Partial<Record<keyof GuestDetails, unknown>>
  return names.every((name) => typeof given[name] === typeof blank[name])
}

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

/** The guest's details, as a hook. */
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

/** Picks the guest's details from the values of a larger form. */
export function detailsIn(values: GuestDetails): GuestDetails {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as GuestDetails
}

/** The details in the call's format. */
export function toGuestBody({ referral_code, year_of_birth, ...values }: GuestDetails) {
  return {
    ...values,
    ...(year_of_birth.trim() === '' ? {} : { year_of_birth: Number(year_of_birth) }),
    ...(referral_code.trim() === '' ? {} : { referral_code }),
  }
}
