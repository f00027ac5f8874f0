import type { Updateable } from 'kysely'
import type { Received } from '#/contract/endpoint.ts'
import type { Players } from '#/db/types.ts'
import { checkPhone } from '#/server/phone.ts'
import { checkYearOfBirth } from '#/server/year-of-birth.ts'
import { newPlayer, type signUp } from './contract.ts'

// These four fields have no column of the same name.
const { email: _email, doubles_partner: _partner, location: _location, referral_code: _code, ...sameName } = newPlayer

/** Fields of a profile that are columns of the same name. Includes every field that is added to `newPlayer`. */
export const profileColumns = Object.keys(sameName) as (keyof typeof sameName)[]

type Name = 'first_name' | 'last_name' | 'one_name'
type Detail = Exclude<keyof typeof sameName, Name>

/** The columns that a closed or emptied account loses. Its name is kept or replaced separately. */
export const detailColumns = profileColumns.filter(
  (column): column is Detail => column !== 'first_name' && column !== 'last_name' && column !== 'one_name',
)

/** A profile that nobody has filled in. The settings are as in a new account. */
export const emptyProfile = {
  ...(Object.fromEntries(detailColumns.map((column) => [column, null])) as Record<Detail, null>),
  doubles_partner_name: null,
  doubles_partner_email: null,
  area: null,
  photo: null,
  shows_email: true,
  shows_phone: true,
  shows_name: false,
  shows_photo: true,
  shows_level: true,
  shows_rating: true,
  shows_record: true,
  shows_hours: false,
  public_page: false,
  confirmed_age: null,
  age_confirmed_at: null,
  emergency_name: null,
  emergency_phone: null,
} as const satisfies Updateable<Players>

type SignUp = Omit<Received<typeof signUp>['body'], 'password' | 'accepted' | 'confirms_age'>
type Details = Omit<SignUp, Name | 'email'>

/** A player to insert. The location is there only with phone, level and gender. */
export type NewPlayer = Pick<SignUp, Name | 'email'> & { [Field in keyof Details]: Details[Field] | null } & {
  password_hash: string | null
  /** The organizer whose entry or import opens the account: a draft until its owner verifies the email. */
  opened_by_id?: number | undefined
}

/**
 * Converts the given fields to columns; a field that is left out keeps its stored value. Clearing the doubles level
 * clears the partner. Refuses with 422 on `phone` and on a `year_of_birth` that has not begun.
 */
export function toColumns(profile: Partial<NewPlayer>, now: Date): Updateable<Players> {
  const { last_name, one_name = false, phone, year_of_birth, doubles_level, doubles_partner, location } = profile
  const partner = doubles_level ? doubles_partner : null
  return {
    ...Object.fromEntries(profileColumns.map((column) => [column, profile[column]])),
    // A client that does not know `one_name` sends a last name.
    ...(last_name !== undefined && { one_name }),
    ...(phone && { phone: checkPhone(phone) }),
    ...(year_of_birth && { year_of_birth: checkYearOfBirth(year_of_birth, now) }),
    ...(location !== undefined && { area: location }),
    ...(doubles_level !== undefined && {
      doubles_partner_name: partner?.full_name ?? null,
      doubles_partner_email: partner?.email ?? null,
    }),
  }
}
