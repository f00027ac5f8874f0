import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { listPasskeys } from '#/features/passkeys/contract.ts'
import { email, instant, message, nameLine, newPassword, phone } from '#/contract/fields.ts'
import { hasLastName, newPlayer, partnerGoesWithCategory, user } from '#/features/accounts/contract.ts'
import { exportedDevice } from '#/features/notifications/device-contract.ts'
import { exportedPreferences } from '#/features/notifications/contract.ts'
import { listPurchases } from '#/features/checkout/contract.ts'
import { listMyMatches } from '#/features/matches/contract.ts'
import { getAvailability } from '#/features/availability/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { exportedAnswers } from '#/features/questions/contract.ts'
import { getAcceptances } from '#/features/texts/contract.ts'
import { exportedRatings } from '#/features/ratings/contract.ts'

/**
 * The password as typed, required for actions that could do harm on an unlocked phone; an account without a password
 * needs a recent sign-in instead.
 */
const freshPassword = z.optional(z.string().check(z.maxLength(1024)))
export const ownersPassword = z.object({ password: freshPassword })

// A player in an archived area keeps it, and can change everything else.
const profile = z.extend(z.omit(z.object(newPlayer), { referral_code: true }), { location: area })

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users',
  access: 'player',
  tag: 'Settings',
  summary:
    'Change my profile. An optional field that is left out stays; null removes it, and the partner goes with the doubles category. A different email is refused (422): see POST /users/email.',
  body: profile.check(partnerGoesWithCategory, hasLastName()),
  reply: message,
})

/** Maximum size of a picture in bytes: 10 MB. */
export const biggestPhoto = 10 * 1024 * 1024

const fraction = z.coerce.number().check(z.minimum(0), z.maximum(1))

export const updatePhoto = endpoint({
  method: 'PUT',
  path: '/users/photo',
  access: 'player',
  tag: 'Settings',
  summary: 'A new photo: JPEG, PNG or WebP, up to 10 MB, cut to a square. Without a crop, the middle is used.',
  multipart: { most_bytes: biggestPhoto, too_large: 'photo_too_large' },
  body: z.object({
    image: z.file('Please choose a picture.'),
    /** Start of the square, as a fraction of the upright picture's width and height. */
    crop_left: z.optional(fraction),
    crop_top: z.optional(fraction),
    /** The square's side, as a fraction of the picture's shorter side. */
    crop_size: z.optional(z.coerce.number().check(z.minimum(0.01), z.maximum(1))),
  }),
  reply: message,
})

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/users/photo',
  access: 'player',
  tag: 'Settings',
  summary: 'Remove my photo.',
  reply: message,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/users/email',
  access: 'player',
  tag: 'Settings',
  summary:
    'Request a new email: we send a link to it and a note to the current one. Nothing changes until the link is used.',
  body: z.object({ email, password: freshPassword }),
  reply: message,
  example: {
    body: { email: 'ada.moreno@example.com', password: 'correct horse battery' },
  },
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/email/confirm',
  access: 'public',
  tag: 'Settings',
  summary:
    'Change the email with the token of the emailed link: once, within a day. It requires a session of the account, or its `password` (422). 409 if the email has been taken in the meantime.',
  body: z.object({
    token: z.string('This link is incomplete.').check(z.minLength(1, 'This link is incomplete.'), z.maxLength(100)),
    /** Required without a session of this account. */
    password: freshPassword,
  }),
  reply: z.object({ message: z.string(), email: z.string() }),
  example: {
    body: { token: 'Zk3h0m7y1v5c9w2q4r6t8u0i2o4p6a8s0d2f4g6h8j0' },
    reply: { message: 'Your email is changed.', email: 'ada.moreno@example.com' },
  },
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  access: 'player',
  tag: 'Settings',
  summary: 'A new password. Every other session ends.',
  body: z.object({
    password: z.string().check(z.minLength(1, 'Please enter your current password.'), z.maxLength(1024)),
    new_password: newPassword,
  }),
  reply: message,
  example: {
    body: { password: 'correct horse battery', new_password: 'a quiet word with the net' },
  },
})

/** The emergency contact for an accident on court. */
const emergencyContact = z.nullable(z.object({ name: nameLine(120, 'Please enter a name.'), phone }))
export type EmergencyContact = z.output<typeof emergencyContact>

export const getEmergencyContact = endpoint({
  method: 'GET',
  path: '/users/emergency-contact',
  access: 'player',
  private: true,
  tag: 'Settings',
  summary: 'My emergency contact; null if there is none.',
  reply: z.object({ emergency_contact: emergencyContact }),
  example: { reply: { emergency_contact: { name: 'Bo Lind', phone: '+61 491 570 156' } } },
})

export const updateEmergencyContact = endpoint({
  method: 'PUT',
  path: '/users/emergency-contact',
  access: 'player',
  private: true,
  tag: 'Settings',
  summary: 'Change or remove my emergency contact. Only the organizers of my area can see it.',
  body: z.object({ emergency_contact: emergencyContact }),
  reply: message,
  example: { body: { emergency_contact: { name: 'Bo Lind', phone: '+61 491 570 156' } } },
})

const privacy = { shows_email: z.boolean(), shows_phone: z.boolean() }
/** Whether public pages and other websites show the full name. */
const shows_name = z.boolean()
/** The parts of the player's page that others see (docs/decisions/136), and whether anybody may see them. */
const pageSettings = {
  shows_photo: z.boolean(),
  shows_level: z.boolean(),
  shows_rating: z.boolean(),
  shows_record: z.boolean(),
  shows_hours: z.boolean(),
  public_page: z.boolean(),
}

export const getSettings = endpoint({
  method: 'GET',
  path: '/users/settings',
  access: 'player',
  tag: 'Settings',
  summary:
    'My privacy settings for players in my leagues, visitors and other websites, and whether my account has a password and a passkey.',
  reply: z.object({ ...privacy, shows_name, ...pageSettings, has_password: z.boolean(), has_passkey: z.boolean() }),
})

export const updatePrivacy = endpoint({
  method: 'PUT',
  path: '/users/settings/privacy',
  access: 'player',
  tag: 'Settings',
  summary: 'What players in my leagues see of me, and visitors and other websites. A setting that is left out stays.',
  body: z.object({ ...privacy, shows_name: z.optional(shows_name), ...z.partial(z.object(pageSettings)).shape }),
  reply: message,
  example: { body: { shows_email: false, shows_phone: true, shows_name: false }, reply: { message: 'Saved.' } },
})

/**
 * A session that still works. `device` comes from the browser's user agent; `last_seen_at` is accurate to a few
 * minutes.
 */
const session = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  created_at: instant,
  last_seen_at: z.nullable(instant),
  current: z.boolean(),
})
export type DeviceSession = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'player',
  tag: 'Settings',
  summary: 'Where I am signed in: this session first, then the last used. The newest 100.',
  reply: z.object({ items: z.array(session) }),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/{id}',
  access: 'player',
  tag: 'Settings',
  summary: 'Sign out one of my devices.',
  params: z.object({ id: z.uuid() }),
  reply: message,
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  access: 'player',
  tag: 'Settings',
  summary: 'Sign out everywhere, including here. API keys, the address of the calendar and mailed links end too.',
  reply: message,
})

export const exportData = endpoint({
  method: 'POST',
  path: '/users/export',
  access: 'player',
  private: true,
  tag: 'Settings',
  summary: 'Everything stored about me.',
  body: ownersPassword,
  reply: z.object({
    exported_at: instant,
    account: user,
    settings: z.object({ ...privacy, shows_name, ...pageSettings }),
    referral: z.object({ referral_code: z.string(), referral_count: z.int() }),
    leagues: listMyLeagues.reply,
    purchases: listPurchases.reply.shape.purchases,
    matchups: listMyMatches.reply.shape.matchups,
    scores_reported: z.array(
      z.object({
        match_id: z.int(),
        version: z.int(),
        match_date: z.string(),
        match_location: z.string(),
        set_games: z.array(z.object({ score_1: z.int(), score_2: z.int() })),
        match_status: z.nullable(z.string()),
        match_notes: z.string(),
        created_at: instant,
      }),
    ),
    /** The player's messages and actions when arranging matches. */
    match_events: z.array(
      z.object({
        match_id: z.int(),
        at: instant,
        kind: z.string(),
        text: z.string(),
        match_date: z.nullable(z.string()),
      }),
    ),
    match_offers: z.array(
      z.object({
        match_id: z.int(),
        created_at: instant,
        note: z.string(),
        times: z.array(z.object({ starts_at: instant, match_location: z.string() })),
      }),
    ),
    sessions: z.array(session),
    /** The player's last two dashboard visits: the end of the previous one, and the latest activity. */
    dashboard_visits: z.nullable(z.object({ since: z.nullable(instant), seen_at: instant })),
    passkeys: listPasskeys.reply.shape.items,
    social_sign_ins: z.array(z.object({ issuer: z.string(), subject: z.string(), created_at: instant })),
    mailed_links: z.array(
      z.object({ purpose: z.string(), email: z.string(), created_at: instant, used_at: z.nullable(instant) }),
    ),
    /** Doubles invitations sent and received. */
    partner_invitations: z.array(
      z.object({ full_name: z.string(), email: z.string(), sent_at: instant, answer: z.nullable(z.string()) }),
    ),
    /** The player's reactions to results. */
    reactions: z.array(z.object({ match_id: z.int(), league: z.string(), kind: z.string(), reacted_at: instant })),
    /** The views that the player, as an organizer, has saved. */
    desk_views: z.array(z.object({ list: z.string(), name: z.string(), query: z.string(), created_at: instant })),
    /** Doubles leagues in which the player looks for a partner. */
    partner_searches: z.array(z.object({ league: z.string(), days: z.string(), created_at: instant })),
    /** The player's availability and days away. */
    availability: getAvailability.reply,
    /** Leagues to which organizers have invited the player. */
    league_invitations: z.array(
      z.object({ league: z.string(), email: z.string(), sent_at: instant, answer: z.nullable(z.string()) }),
    ),
    notifications: z.array(
      z.object({
        kind: z.string(),
        subject: z.nullable(z.string()),
        title: z.string(),
        text: z.string(),
        path: z.string(),
        at: instant,
        read_at: z.nullable(instant),
      }),
    ),
    push_devices: z.array(exportedDevice),
    /** The organization's texts that the player has accepted, and the confirmed age. */
    acceptances: getAcceptances.reply.shape.accepted,
    age_confirmation: z.nullable(z.object({ age: z.int(), confirmed_at: instant })),
    emergency_contact: emergencyContact,
    /** The player's answers to season questions. */
    answers: exportedAnswers,
    /** Photos of others that the player has reported. */
    photo_reports: z.array(z.object({ reason: z.string(), created_at: instant })),
    notification_preferences: exportedPreferences,
    /** The player's ratings, and what changed them. */
    ratings: exportedRatings,
  }),
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/users/delete',
  access: 'player',
  tag: 'Settings',
  summary: 'Delete my account. Results stay without my name. Refused while an order is open.',
  body: ownersPassword,
  reply: message,
  example: { body: { password: 'correct horse battery' }, reply: { message: 'Your account is deleted.' } },
})
