import * as z from 'zod/mini'
import { yearOfBirth } from '#/contract/age-group.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { message } from '#/contract/fields.ts'

export const updateYearOfBirth = endpoint({
  method: 'PUT',
  path: '/users/year-of-birth',
  access: 'player',
  tag: 'Accounts',
  summary:
    'Save my year of birth alone, or remove it (null). Divisions for some ages ask for it. The organizers who see my profile see it, and nobody else.',
  body: z.object({ year_of_birth: yearOfBirth }),
  reply: message,
  example: { body: { year_of_birth: 1984 }, reply: { message: 'Your year of birth is saved.' } },
})
