import * as z from 'zod/mini'
import { FIRST_YEAR_OF_BIRTH, OLDEST_AGE, YOUNGEST_AGE } from '#/rules/age-group.ts'

/** The ages of a division in replies. Null means no limit on that side. */
export const ageGroup = { age_from: z.nullable(z.int()), age_to: z.nullable(z.int()) }

const anAge = `Please enter an age from ${YOUNGEST_AGE} to ${OLDEST_AGE}.`

/** The youngest or the oldest age in a request. */
export const age = z.nullable(z.int(anAge).check(z.minimum(YOUNGEST_AGE, anAge), z.maximum(OLDEST_AGE, anAge)))

const aYear = 'Please enter a year with four digits, like 1984.'

/** The year of birth, null if not given. The server checks that it is not in the future (`checkYearOfBirth`). */
export const yearOfBirth = z.nullable(z.int(aYear).check(z.minimum(FIRST_YEAR_OF_BIRTH, aYear), z.maximum(2100, aYear)))
