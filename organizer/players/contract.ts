import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { doublesLevels, purchaseStatuses } from '#/contract/choices.ts'
import { levelField } from '#/contract/level-field.ts'
import { id, instant, line, message } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { playerNote } from './correction-contract.ts'
import { auditEntry } from '#/organizer/audit/contract.ts'

/** The reason, for the audit log. */
const reason = line(300, 'Please give a reason for the audit log.')

const playerRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Null for a player without one. */
  email: z.nullable(z.string()),
  area: z.nullable(z.string()),
  singles_level: z.nullable(z.string()),
  role: z.enum(['player', 'organizer', 'owner']),
  suspended: z.boolean(),
  closed: z.boolean(),
  /** The texts of organizers' flags, three at most. */
  flags: z.array(z.string()),
})
export type PlayerRow = z.output<typeof playerRow>

/** open: accounts that are not closed. photo_reported: the present photo waits for an organizer. */
export const playerStates = ['open', 'suspended', 'closed', 'photo_reported'] as const

export const listOrganizerPlayers = endpoint({
  method: 'GET',
  path: '/organizer/players',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Players who live or play in the caller’s areas, by last name. A total of 1,001 means more than 1,000.',
  query: z.object({
    ...pageQuery(),
    area: z.optional(area),
    /** Part of the name or email. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    state: z._default(z.enum(playerStates), 'open'),
  }),
  reply: paged('players', playerRow),
})

/** A player's free season and its state. `why` is a sentence. */
const freeSeason = z.object({
  id: z.int(),
  granted_at: instant,
  why: z.string(),
  state: z.enum(['left', 'spent', 'taken_back']),
})

const organizerPlayer = z.extend(playerRow, {
  /** Other open accounts in the caller's scope with a name that looks the same, ten at most. */
  look_alikes: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.nullable(z.string()),
      area: z.nullable(z.string()),
      created_at: instant,
    }),
  ),
  first_name: z.string(),
  last_name: z.string(),
  one_name: z.boolean(),
  notes: z.array(playerNote),
  /** Until when the link to claim the account works. Null without one. */
  claim_ends_at: z.nullable(instant),
  email_verified: z.boolean(),
  phone: z.nullable(z.string()),
  doubles_level: z.nullable(z.enum(doublesLevels)),
  gender: z.nullable(z.string()),
  year_of_birth: z.nullable(z.int()),
  photo: z.nullable(z.string()),
  /** Open reports of the present photo, oldest first. */
  photo_reports: z.array(z.object({ reason: z.string(), reported_by: z.string(), created_at: instant })),
  /**
   * The contact in case something happens on court. Null if none is given, if the player lives in none of the caller's
   * areas, or for an API key.
   */
  emergency_contact: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  has_password: z.boolean(),
  created_at: instant,
  /** The account that this one was merged into. */
  merged_into: z.nullable(z.object({ id: z.int(), name: z.string() })),
  is_me: z.boolean(),
  free_seasons_left: z.int(),
  /** The newest 20. */
  free_seasons: z.array(freeSeason),
  /** The newest 50. */
  entries: z.array(
    z.object({
      id: z.int(),
      area: z.string(),
      season_name: z.string(),
      year: z.int(),
      level_name: z.string(),
      counts: z.boolean(),
      leaving: z.boolean(),
      partner: z.nullable(z.string()),
    }),
  ),
  record: z.object({ wins: z.int(), losses: z.int(), ties: z.int() }),
  matches_total: z.int(),
  /** Ten: upcoming ones first, then the last played. */
  matches: z.array(
    z.object({
      id: z.int(),
      /** The winner first: 'Ada Moreno beat Grace Lindqvist'. */
      sides: z.string(),
      level_name: z.string(),
      match_date: z.nullable(z.string()),
      score_line: z.nullable(z.string()),
    }),
  ),
  purchases_total: z.int(),
  /** The newest 20. */
  purchases: z.array(
    z.object({
      id: z.int(),
      order_id: z.string(),
      season_name: z.string(),
      level_name: z.string(),
      year: z.int(),
      price: z.number(),
      payment_status: z.enum(purchaseStatuses),
      created_at: instant,
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.nullable(z.string()),
      created_at: instant,
      last_seen_at: z.nullable(instant),
    }),
  ),
  /** Organizers' actions on the player and the player's entries: the newest 20 that the caller may see. */
  audit_entries: z.array(auditEntry),
})
export type OrganizerPlayer = z.output<typeof organizerPlayer>

const params = z.object({ id })

export const getOrganizerPlayer = endpoint({
  method: 'GET',
  path: '/organizer/players/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'One player: profile, entries, matches, payments, sessions, free seasons, and changes by organizers.',
  params,
  reply: organizerPlayer,
})

export const changeLevel = endpoint({
  method: 'PUT',
  path: '/organizer/players/{id}/level',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Change the singles level. Entries stay where they are.',
  params,
  body: z.object({ singles_level: levelField('Please choose a level.'), reason }),
  reply: message,
  example: { body: { singles_level: '4.0', reason: 'Won the 3.5 league twice' } },
})

export const suspendPlayer = endpoint({
  method: 'PUT',
  path: '/organizer/players/{id}/suspension',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Suspend a player, or lift the suspension. Every session ends and sign-in is refused; entries and matches stay.',
  params,
  body: z.object({ suspended: z.boolean(), reason }),
  reply: message,
  example: { body: { suspended: true, reason: 'Threatened an opponent' } },
})

export const signOutPlayer = endpoint({
  method: 'DELETE',
  path: '/organizer/players/{id}/sessions',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Sign a player out everywhere. API keys, the address of the calendar and mailed links end too.',
  params,
  reply: message,
})

export const giveFreeSeason = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/free-seasons',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Give a player a free season. Repeating a `gift` gives nothing more.',
  params,
  body: z.object({
    /** Chosen by the giver, for one gift. */
    gift: z.uuid(),
    reason,
  }),
  reply: message,
  status: 201,
  example: { body: { gift: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', reason: 'Helped at the finals' } },
})

export const seeAsPlayer = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/see',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'See the site as this player for half an hour. The token can read but not change anything.',
  params,
  reply: z.object({ token: z.string(), name: z.string(), expires_at: instant }),
  status: 201,
})

export const previewMerge = endpoint({
  method: 'GET',
  path: '/organizer/players/{id}/merge',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'What a merge would move to this player from another account of the same person, and why it is not possible, if so.',
  params,
  query: z.object({ from_id: id }),
  reply: z.object({
    keeps: playerRow,
    closes: playerRow,
    /** Rows that move to the kept account: 'entries', 3. */
    moves: z.array(z.object({ what: z.string(), count: z.int() })),
    /** A sentence for each league of both accounts: how their two places become one. */
    places: z.array(z.string()),
    /** Why they cannot be merged. Null if they can. */
    problem: z.nullable(z.string()),
    /** Whether both accounts have to confirm it. Not required for an owner. */
    needs_confirmation: z.boolean(),
    /** A pending merge of the two. `keep_id`: the account to keep. */
    pending: z.nullable(
      z.object({
        id: z.int(),
        keep_id: z.int(),
        keep_confirmed: z.boolean(),
        from_confirmed: z.boolean(),
        expires_at: instant,
      }),
    ),
  }),
})

export const mergePlayers = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/merge',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Merge two accounts of one person: everything of the other moves to this player, and the other is closed. For an organizer, both accounts get an email, and the merge happens once both have confirmed. For an owner, it happens immediately, without the sign-ins of the other account.',
  params,
  body: z.object({ from_id: id, reason }),
  reply: message,
  example: { body: { from_id: 31, reason: 'Same person, signed up twice' } },
})

export const removePhoto = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/photo/remove',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Remove a photo, and refuse the same picture from now on. We email the reason to the player.',
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: message,
})

export const keepPhoto = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/photo/keep',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Close the reports of a photo, which stays.',
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: message,
})
