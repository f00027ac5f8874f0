import { formDraftKey } from '#/web/form-draft.ts'
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

/** The guest's details, as a hook. */
export function useGuestDetails(): GuestDetails {
  return useStored(details)
}

/** Stores these of the guest's details. Null forgets them all. */
export function keepGuestDetails(changed: Partial<GuestDetails> | null): void {
  details.set(changed === null ? blank : { ...details.get(), ...changed })
}

/** Picks the guest's details from the values of a larger form. */
export function detailsIn(values: GuestDetails): GuestDetails {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as GuestDetails
}
