import * as z from 'zod/mini'
import { ageGroup, yearOfBirth } from '#/contract/age-group.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { email, emailOrElse, id, instant, line, message, nameLine, text } from '#/contract/fields.ts'
import { genders, purchaseStatuses } from '#/contract/choices.ts'
import { misfits } from '#/rules/fit.ts'
import { genderField } from '#/contract/gender-field.ts'
import { levelField } from '#/contract/level-field.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { hasLastName, newPlayer as signUpFields } from '#/features/accounts/contract.ts'
import { partner } from '#/features/pairs/contract.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

/** The reason, for the audit log. */
const reason = line(300, 'Please give a reason for the audit log.')

const entryPlayer = z.object({
  id: z.int(),
  name: z.string(),
  singles_level: z.nullable(z.string()),
  /** 1 entered, 2 is the partner. */
  position: z.int(),
  /** Why the division does not suit the player, as far as is known. Never a reason to refuse the entry. */
  misfit: z.nullable(z.enum(misfits)),
  /** The email, if another player's name looks the same. Otherwise null. */
  distinguished_by: z.nullable(z.string()),
})

const entryRow = z.object({
  id: z.int(),
  league_id: z.int(),
  area: z.string(),
  season_name: z.string(),
  year: z.int(),
  level_name: z.string(),
  players: z.array(entryPlayer),
  counts: z.boolean(),
  /** Whether the entry will stop counting when the payment provider has made its refund. */
  leaving: z.boolean(),
  payment_status: z.enum(purchaseStatuses),
  created_at: instant,
  /** Only in the state `invited`: the row is not an entry yet, and `id` is the invitation's. */
  invited_until: z.nullable(instant),
})
export type EntryRow = z.output<typeof entryRow>

/**
 * standing: it counts; without_partner: it counts, and a partner is missing; left: it no longer counts; all: these
 * three. invited: an organizer has invited a player of another area, who has not answered yet.
 */
export const entryStates = ['standing', 'without_partner', 'invited', 'left', 'all'] as const

export const listOrganizerEntries = endpoint({
  method: 'GET',
  path: '/organizer/entries',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Entries in the caller’s areas, newest first. A total of 1,001 means more than 1,000.',
  query: z.object({
    ...pageQuery(),
    area: leagueQuery.area,
    /** Parts of the players' names or emails. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    season_id: z.optional(id),
    division: leagueQuery.division,
    league_id: z.optional(id),
    state: z._default(z.enum(entryStates), 'standing'),
  }),
  reply: paged('entries', entryRow),
})

const leagueChoice = z.object({
  id: z.int(),
  area: z.string(),
  season_id: z.int(),
  division: z.string(),
  /** Entries that count, and their limit. Null for no limit. */
  entries: z.int(),
  capacity: z.nullable(z.int()),
})

export const listEntryChoices = endpoint({
  method: 'GET',
  path: '/organizer/entries/choices',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The filters of the entries, and the leagues that players can be entered into: those of seasons that are not over.',
  reply: z.object({
    /** Newest first, 80 at most. */
    seasons: z.array(z.object({ id: z.int(), name: z.string(), year: z.int(), over: z.boolean() })),
    divisions: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        kind: z.enum(['singles', 'doubles']),
        level: z.nullable(z.string()),
        gender: z.nullable(z.string()),
        ...ageGroup,
        price: z.number(),
      }),
    ),
    leagues: z.array(leagueChoice),
  }),
})
export type LeagueChoice = z.output<typeof leagueChoice>

const organizerEntry = z.extend(entryRow, {
  season_id: z.int(),
  division: z.string(),
  kind: z.enum(['singles', 'doubles']),
  starting_date: z.string(),
  ending_date: z.string(),
  /** Whether the season's last day has passed. */
  over: z.boolean(),
  /** Whether its place on the ladder is frozen. Null if the league is not a ladder. */
  frozen: z.nullable(z.boolean()),
  /** The invited partner. */
  invited: z.nullable(z.object({ full_name: z.string(), email: z.string() })),
  order_id: z.string(),
  purchase_id: z.int(),
  /** The amount paid for it. */
  price: z.number(),
  paid_by: z.enum(['card', 'cash', 'free_season', 'nothing']),
  /** The organizer who entered the player. */
  entered_by: z.nullable(z.string()),
  /** Its players' answers to the season's questions. `position` is the player's. */
  answers: z.array(z.object({ label: z.string(), position: z.int(), answer: z.string() })),
  refund_requested: z.boolean(),
  /** Whether its league ranks by points, and how many were taken from it. */
  by_points: z.boolean(),
  deducted: z.int(),
  /** Matches with and without a result. */
  results: z.int(),
  open_matches: z.int(),
  /** The seed in the play-offs of its league. */
  seed: z.nullable(z.int()),
  /** The level, gender and ages of its division. */
  whom: z.object({ level: z.nullable(z.string()), gender: z.nullable(z.enum(genders)), ...ageGroup }),
  /** Other leagues of the same season, area and kind. `difference`: their price minus the amount paid. */
  moves: z.array(
    z.object({
      league_id: z.int(),
      level_name: z.string(),
      difference: z.number(),
      /** How that division fits the entry's players. */
      players: z.array(z.pick(entryPlayer, { name: true, singles_level: true, misfit: true })),
      ...leagueChoice.shape,
    }),
  ),
})
export type OrganizerEntry = z.output<typeof organizerEntry>

const params = z.object({ id })

export const getOrganizerEntry = endpoint({
  method: 'GET',
  path: '/organizer/entries/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'One entry with its payment, its matches, and where it can be moved.',
  params,
  reply: organizerEntry,
})

export const moveEntry = endpoint({
  method: 'POST',
  path: '/organizer/entries/{id}/move',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Move an entry to another division of its season and area. No money moves. With results it needs `keep_results`: they stay in the record of the old league.',
  params,
  body: z.object({ league_id: id, keep_results: z._default(z.boolean(), false), reason }),
  reply: z.object({ message: z.string(), entry_id: z.int() }),
  example: {
    body: { league_id: 12, keep_results: false, reason: 'Too strong for 3.0' },
    reply: { message: "Moved to Women's Singles 3.5. No money has moved.", entry_id: 118 },
  },
})

export const withdrawEntry = endpoint({
  method: 'POST',
  path: '/organizer/entries/{id}/withdraw',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Withdraw an entry from its league, at any time of the season, with or without returning the money (or the free season).',
  params,
  body: z.object({ refund: z.boolean('Please choose whether to refund the money.'), reason }),
  reply: message,
  example: { body: { refund: true, reason: 'Injured' } },
})

export const freezeEntry = endpoint({
  method: 'POST',
  path: '/organizer/entries/{id}/freeze',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Freeze the place of an entry on a ladder, or release it: nobody can challenge a frozen entry, and it drops for no absence.',
  params,
  body: z.object({ frozen: z.boolean(), reason }),
  reply: message,
  example: { body: { frozen: true, reason: 'Injured until July' } },
})

const placedLine = z.object({
  /** Null without a result. Within its flight if the league has flights. */
  place: z.nullable(z.int()),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
})

export const deductPoints = endpoint({
  method: 'POST',
  path: '/organizer/leagues/{id}/deductions',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Take points from an entry of a league that ranks by points; a negative number gives points back. The table shows it.',
  params,
  body: z.object({
    entry_id: id,
    points: z.int('Please enter a whole number.').check(
      z.minimum(-100, 'Please enter a number from -100 to 100.'),
      z.maximum(100, 'Please enter a number from -100 to 100.'),
      z.refine((points) => points !== 0, 'Please enter a number other than zero.'),
    ),
    reason,
  }),
  reply: message,
  example: { body: { entry_id: 118, points: 2, reason: 'Came late twice' } },
})

export const previewLeaving = endpoint({
  method: 'GET',
  path: '/organizer/purchases/{id}/leaving',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'What changes in the league if the entry of an order line leaves: the table before and after, and the opponents. Nothing is stored.',
  params,
  reply: z.object({
    /** Whether the entry would leave: false if it has left already, or the season is over. */
    leaves: z.boolean(),
    /** Whether the season is over and its table final: then only the money moves. */
    sealed: z.boolean(),
    /** Its results that would no longer count, and its open matches, which would be deleted. */
    results: z.int(),
    open_matches: z.int(),
    /** Entries whose place or record would change, by their new place; `after` is null for the entry that leaves. */
    lines: z.array(
      z.object({ entry_id: z.int(), name: z.string(), before: z.nullable(placedLine), after: z.nullable(placedLine) }),
    ),
    opponents: z.array(z.object({ name: z.string(), results: z.int(), open_matches: z.int() })),
  }),
})
export type LeavingPreview = z.output<typeof previewLeaving.reply>

export const replacePlayer = endpoint({
  method: 'POST',
  path: '/organizer/entries/{id}/replace',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Give the place of one player of an entry to another, with its open matches. The results stay in the table and keep the name of who played them. No money moves. Both get an email.',
  params,
  body: z.object({
    leaving_player_id: id,
    /** The email of the new player's account. */
    email: emailOrElse('Please enter an email.'),
    reason,
  }),
  reply: message,
  example: { body: { leaving_player_id: 7, email: 'grace@example.com', reason: 'Moved away' } },
})

/** A person without an account, as the organizer enters them. */
export const new_player = z
  .object({
    first_name: nameLine(60, 'Please enter a first name.'),
    last_name: signUpFields.last_name,
    one_name: signUpFields.one_name,
    email: emailOrElse('Please enter an email.'),
    phone: signUpFields.phone,
    singles_level: levelField('Please choose a singles level.'),
    gender: genderField('Please choose a gender.'),
    year_of_birth: z.optional(yearOfBirth),
  })
  .check(hasLastName('Please enter a last name.'))

/** The same by hand: a person without an email claims the account by a link later. */
const enteredByHand = z
  .object({ ...new_player.shape, email: z.optional(z.union([z.literal(''), email])) })
  .check(hasLastName('Please enter a last name.'))

/** The partner has the player's own email. */
export const OWN_EMAIL = 'That is the player’s own email. Please enter the partner’s email.'

export const enterPlayer = endpoint({
  method: 'POST',
  path: '/organizer/entries',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Enter a player without a card: the line is Confirmed, `amount` is the cash received. A new player gets an account and a mailed link to set a password. A player who lives outside the caller’s areas is invited and enters by accepting: then `invitation_id` is given.',
  body: z
    .object({
      league_id: id,
      /** The email of the player's account. A person without one is a `new_player`. */
      email: z.optional(email),
      new_player: z.optional(enteredByHand),
      /** Dollars. */
      amount: z.union([z.number(), z.string().check(z.maxLength(20))], 'Please enter what was paid; 0 for nothing.'),
      /** In doubles, the partner to invite. */
      partner: z.optional(partner),
      reason,
    })
    .check(
      z.refine((who) => (who.new_player === undefined) !== (who.email === undefined), {
        error: 'Please choose a player.',
        path: ['email'],
      }),
    ),
  reply: z.object({
    message: z.string(),
    entry_id: z.nullable(z.int()),
    invitation_id: z.nullable(z.int()),
  }),
  status: 201,
  example: {
    body: { league_id: 12, email: 'grace@example.com', amount: 39, reason: 'Paid in cash at the club' },
    reply: { message: "Grace Lindqvist is in Women's Singles 3.5.", entry_id: 118, invitation_id: null },
  },
})

export const withdrawEntryInvitation = endpoint({
  method: 'POST',
  path: '/organizer/entry-invitations/{id}/withdraw',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Withdraw an invitation to a league that the player has not answered yet.',
  params,
  body: z.object({ reason }),
  reply: message,
  example: { body: { reason: 'Found somebody closer' } },
})

export const searchEntrants = endpoint({
  method: 'GET',
  path: '/organizer/entrants',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Players who can be entered, 20 at most: those of the caller’s areas by name or email, and one with exactly that email, without gender and year of birth.',
  query: z.object({ search: z.string().check(z.trim(), z.minLength(2), z.maxLength(254)) }),
  reply: z.object({
    players: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        area: z.nullable(z.string()),
        singles_level: z.nullable(z.string()),
        gender: z.nullable(z.string()),
        year_of_birth: z.nullable(z.int()),
      }),
    ),
  }),
})

export const getAudience = endpoint({
  method: 'GET',
  path: '/organizer/leagues/{id}/message',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The recipients of an email to a league, and the emails sent so far.',
  params,
  reply: z.object({
    league_id: z.int(),
    area: z.string(),
    level_name: z.string(),
    season_name: z.string(),
    year: z.int(),
    recipients: z.int(),
    /** The sender's name in the email, and the address for replies. */
    sender: z.string(),
    support_email: z.string(),
    /** The last ten. */
    sent: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        organizer: z.string(),
        recipients: z.int(),
        created_at: instant,
      }),
    ),
  }),
})

/** The most emails to a league per day. */
export const EMAILS_PER_DAY = 5

export const messageLeague = endpoint({
  method: 'POST',
  path: '/organizer/leagues/{id}/message',
  access: 'organizer',
  tag: 'Organizer',
  summary: `Email every player of a league, once each. Repeating an id sends nothing. ${EMAILS_PER_DAY} a day.`,
  params,
  body: z.object({
    /** Chosen by the sender, for one email. */
    id: z.uuid(),
    subject: line(120, 'Please enter a subject.'),
    body: text(5000).check(z.minLength(1, 'Please write something.')),
  }),
  reply: z.object({ message: z.string(), recipients: z.int() }),
  status: 201,
  example: {
    body: {
      id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6',
      subject: 'Courts closed on Saturday',
      body: 'The courts at Dendy Park are closed this Saturday. Please arrange another day.',
    },
    reply: { message: 'On its way to 12 players.', recipients: 12 },
  },
})
