import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { email, id, instant, message } from '#/contract/fields.ts'

const person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['organizer', 'owner']),
  /** Slugs. An owner runs all areas, including future ones. */
  areas: z.array(z.string()),
  second_factor: z.boolean(),
  /** When one of their sessions was last used. */
  last_seen_at: z.nullable(instant),
  is_me: z.boolean(),
})
export type Person = z.output<typeof person>

export const listPeople = endpoint({
  method: 'GET',
  path: '/organizer/people',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Everyone who runs leagues, owners first. At most 200.',
  reply: z.object({ people: z.array(person) }),
})

const permissions = {
  role: z.enum(['organizer', 'owner'], 'Please choose what they run.'),
  /** The areas of an organizer. An owner has all. */
  areas: z._default(z.array(area).check(z.maxLength(100)), []),
}

/** Requires an area, because an organizer without one runs nothing. */
function someArea(ctx: z.core.ParsePayload<{ role: string; areas: string[] }>): void {
  if (ctx.value.role === 'organizer' && ctx.value.areas.length === 0)
    ctx.issues.push({ code: 'custom', path: ['areas'], message: 'Please choose at least one area.', input: [] })
}

export const appointPerson = endpoint({
  method: 'POST',
  path: '/organizer/people',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Let the account of an email run leagues: everywhere as an owner, in areas as an organizer.',
  body: z.object({ email, ...permissions }).check(someArea),
  reply: message,
  status: 201,
  example: { body: { email: 'bo@example.com', role: 'organizer', areas: ['hampton'] } },
})

const params = z.object({ id })

export const changePermissions = endpoint({
  method: 'PUT',
  path: '/organizer/people/{id}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Change what an organizer runs. There is always at least one owner.',
  params,
  body: z.object(permissions).check(someArea),
  reply: message,
  example: { body: { role: 'organizer', areas: ['hampton', 'sandringham'] } },
})

export const dismissPerson = endpoint({
  method: 'DELETE',
  path: '/organizer/people/{id}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Remove organizer permissions. The player account stays. There is always at least one owner.',
  params,
  reply: message,
})

export const resetPhone = endpoint({
  method: 'DELETE',
  path: '/organizer/people/{id}/second-factor',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Remove a lost phone from another organizer’s account, who is signed out everywhere and gets an email.',
  params,
  reply: message,
})
