import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message, nameLine } from '#/contract/fields.ts'

/** The lists of the desk that can have saved views. */
export const deskLists = [
  'areas',
  'closed_days',
  'coupons',
  'courts',
  'deliveries',
  'divisions',
  'entries',
  'imports',
  'leagues',
  'levels',
  'matches',
  'payments',
  'people',
  'players',
  'playoffs',
  'record',
  'seasons',
  'unplayed',
  'unresponsive',
] as const
export type DeskListName = (typeof deskLists)[number]

/** Views that one organizer can have of one list. */
export const MOST_VIEWS = 20

const view = z.object({
  id: z.int(),
  list: z.enum(deskLists),
  name: z.string(),
  /** The address of the list after its question mark: filters, order and columns. */
  query: z.string(),
  created_at: instant,
})
export type SavedView = z.output<typeof view>

const query = z
  .string()
  .check(z.maxLength(1000, 'These filters are too long to save.'), z.regex(/^[!-~]*$/, 'This is not a query.'))

export const listViews = endpoint({
  method: 'GET',
  path: '/organizer/views',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'My saved views of the desk’s lists, by list and name.',
  reply: z.object({ views: z.array(view) }),
})

export const saveView = endpoint({
  method: 'POST',
  path: '/organizer/views',
  access: 'organizer',
  tag: 'Organizer',
  summary: `Save the address of a list under a name, for me. A name that the list has is replaced. At most ${MOST_VIEWS} for each list.`,
  body: z.object({ list: z.enum(deskLists), name: nameLine(40, 'Please enter a name.'), query }),
  reply: z.object({ id: z.int(), message: z.string() }),
  status: 201,
  example: { body: { list: 'entries', name: 'No partner yet', query: 'state=without_partner&sort=created' } },
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/organizer/views/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Delete one of my saved views.',
  params: z.object({ id }),
  reply: message,
})

export const downloadList = endpoint({
  method: 'POST',
  path: '/organizer/list-files',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Record that I download what a list of the desk shows. The rows are those of the list’s call.',
  body: z.object({ list: z.enum(deskLists), query }),
  reply: message,
  example: { body: { list: 'players', query: 'area=dc' }, reply: { message: 'The download is in the audit log.' } },
})
