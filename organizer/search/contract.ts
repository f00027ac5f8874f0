import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'

export const searchKinds = ['player', 'league', 'match', 'order', 'page', 'audit'] as const

const item = z.object({
  /** Unique within its kind. */
  id: z.string(),
  title: z.string(),
  /** A second line: email, phone, area, day. May be empty. */
  detail: z.string(),
  /** The address at the desk. */
  path: z.string(),
})
export type SearchItem = z.output<typeof item>

const group = z.object({ kind: z.enum(searchKinds), items: z.array(item) })
export type SearchGroup = z.output<typeof group>

export const searchDesk = endpoint({
  method: 'GET',
  path: '/organizer/search',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Searches the caller’s areas: players by name, email or phone, leagues by words, matches by two names or id, orders by number or payer, pages, and the audit log. At most six of a kind; the kind with the best match comes first.',
  query: z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
  reply: z.object({ groups: z.array(group) }),
  example: {
    reply: {
      groups: [
        {
          kind: 'player',
          items: [
            {
              id: '31',
              title: 'Zoë Nolan',
              detail: 'zoe@example.com · +61 491 570 156 · Richmond',
              path: '/organizer/players/31',
            },
          ],
        },
      ],
    },
  },
})
