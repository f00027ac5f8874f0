import * as z from 'zod/mini'
import { keptKey } from '#/web/kept-form.ts'
import { randomText } from '#/web/random.ts'
import { createStore, useStored } from '#/web/store.ts'

/** What a guest has typed so far, as the form's fields have it. */
export type GuestDetails = z.output<typeof kept>

const kept = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  singles_level: z.string(),
  gender: z.string(),
  location: z.string(),
  referral_code: z.string(),
})

const blank: GuestDetails = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  singles_level: '',
  gender: '',
  location: '',
  referral_code: '',
}

// For this tab alone: the next person at this computer shall not find a name and a phone number.
const details = createStore<GuestDetails>(
  keptKey('guest'),
  (value) => kept.safeParse(value).data ?? blank,
  'sessionStorage',
)

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
}

/** The details among the values of a form that asks for more. */
export function detailsIn(values: GuestDetails): GuestDetails {
  return kept.parse(values)
}

/** The details as the endpoint takes them. */
export function toGuestBody({ referral_code, ...values }: GuestDetails) {
  return { ...values, ...(referral_code.trim() === '' ? {} : { referral_code }) }
}
