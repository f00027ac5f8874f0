import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { message } from '#/contract/fields.ts'

export const listPublicPages = endpoint({
  method: 'GET',
  path: '/organizer/public-pages',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Which of the caller’s areas show their leagues on other web sites.',
  reply: z.object({ areas: z.array(z.object({ area: z.string(), shown: z.boolean() })) }),
})

export const changePublicPages = endpoint({
  method: 'PUT',
  path: '/organizer/public-pages/{area}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Show an area’s leagues on other web sites, or stop showing them: the pages are then not found.',
  params: z.object({ area }),
  body: z.object({ shown: z.boolean() }),
  reply: message,
  example: { body: { shown: false } },
})
