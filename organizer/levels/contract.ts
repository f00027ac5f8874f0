import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { nameLine } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { MOST_LEVELS } from '#/rules/level-list.ts'
import { sports } from '#/rules/sports/formats.ts'

const organizerLevels = z.object({
  /** Lowest first. */
  levels: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      /** The divisions of this level, including retired ones. */
      divisions: z.array(z.string()),
      /** Whether a player has it. */
      has_players: z.boolean(),
    }),
  ),
  /** Identifies the current list, for changing it. */
  version: z.string(),
})
export type OrganizerLevels = z.output<typeof organizerLevels>

export const listOrganizerLevels = endpoint({
  method: 'GET',
  path: '/organizer/levels',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The levels, lowest first, and who uses them.',
  reply: organizerLevels,
})

const key = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9.-]{0,29}$/, 'Please use up to 30 letters a to z, digits, dots and hyphens.'))

/** All levels, lowest first. */
export const levelList = z
  .array(
    z.object({
      /** The key that players and divisions refer to. Left out for a new level, whose key is made from its name. */
      key: z.optional(key),
      name: nameLine(30, 'Please enter a name.'),
    }),
  )
  .check(
    z.minLength(1, 'Please enter a level.'),
    z.maxLength(MOST_LEVELS, `Please enter ${MOST_LEVELS} levels at most.`),
  )

export const saveLevels = endpoint({
  method: 'PUT',
  path: '/organizer/levels',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change the levels: all of them, lowest first. One with a known `key` gets the new name and place; one left out is removed. A level that a division or player has cannot be removed: 409 `level_in_use` names it, with its users in `state.levels`.',
  body: z.object({
    levels: levelList,
    /** The version that was read. 409 if somebody has changed the levels since. */
    version: z.optional(z.string()),
  }),
  reply: organizerLevels,
  example: {
    body: {
      levels: [
        { key: '2.5', name: '2.5' },
        { key: '3.0', name: '3.0' },
        { key: 'open', name: 'Open' },
      ],
    },
  },
})

export const reviewLevels = endpoint({
  method: 'GET',
  path: '/organizer/levels/review',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Players of my areas whose singles rating is clearly outside those of their level in their area, the farthest first, each with the next level up or down as a proposal. Nothing changes by itself.',
  query: z.object({ ...pageQuery(), area: z.optional(area) }),
  reply: paged(
    'players',
    z.object({
      id: z.int(),
      name: z.string(),
      area: z.string(),
      sport: z.enum(sports),
      /** The keys of the player's level and of the proposed one. */
      level: z.string(),
      to_level: z.string(),
      rating: z.object({ value: z.int(), deviation: z.int() }),
      /** The ratings between which eight in ten players of the level are. */
      from: z.int(),
      to: z.int(),
    }),
  ),
  example: {
    reply: {
      players: [
        {
          id: 17,
          name: 'Ada Moreno',
          area: 'brighton',
          sport: 'tennis',
          level: '3.5',
          to_level: '4.0',
          rating: { value: 1820, deviation: 70 },
          from: 1350,
          to: 1620,
        },
      ],
      total: 1,
      skip: 0,
    },
  },
})
export type LevelProposal = z.output<typeof reviewLevels.reply>['players'][number]
