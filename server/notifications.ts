import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'

/** The data from which each kind of notification is written: ids, not text. The feature's `emails.ts` has the writer of each. */
export type Notifications = {
  verify_email: { player_id: number }
  /** The address as it was typed. Whether it has an account is checked when the email is written. */
  reset_password: { email: string }
  set_password: { player_id: number }
  password_changed: { player_id: number }
  /** Asks the owner of an account whether a provider that vouches for its email may sign in to it. */
  link_identity: { player_id: number; provider: string; issuer: string; subject: string }
  /** A provider can now sign in to the account. `ended_claims`: its email had never been confirmed, so all earlier access ended. */
  identity_linked: { player_id: number; provider: string; ended_claims: boolean }
  passkey_changed: { player_id: number; added: boolean }
  /** `email` is the new one. */
  change_of_email: { player_id: number; email: string }
  /** `email` is the present one. */
  email_change_asked: { player_id: number; email: string; new_email: string }
  /** To a player: an organizer has corrected these parts of the profile. */
  profile_corrected: { player_id: number; parts: string[]; reason: string }
  /** `email` is the one that an organizer has entered for the player. */
  email_to_confirm: { player_id: number; email: string }
  /** `email` is the present one. */
  email_correction: { player_id: number; email: string; new_email: string; reason: string }
  receipt: { order_id: string }
  /** To the buyer of a free order whose email is unproved. */
  place_held: { order_id: string }
  /** To the players of a match that was set, moved or called off, with the event for their calendars. */
  appointment_changed: { calendar_event_id: number; sequence: number; player_id: number }
  /** To a player with matches on days without play that were added. */
  days_closed: { closed_day_id: number; player_id: number }
  /** To a player of matches that an organizer moved together, or whose times are canceled, with the events for calendars. */
  evening_moved: { match_id: number; player_id: number; reason: string; moves: MovedMatch[] }
  /** Asks a player of the other side to confirm a version of a score. */
  score_to_confirm: { score_id: number; player_id: number }
  /** To a player of the entry that is challenged on a ladder. */
  challenged: { match_id: number; player_id: number }
  /** Offers times for a match to a player of the other side. */
  match_offered: { offer_id: number; player_id: number }
  /** To the side that made an offer: the other side has declined it. */
  offer_declined: { event_id: number; player_id: number }
  /** To a player: a message from the other side of a match. */
  match_message: { event_id: number; player_id: number }
  /** To an organizer: a player has reported a message. */
  message_reported: { event_id: number; player_id: number }
  /** To an organizer: a player has reported a photo. */
  photo_reported: { photo_report_id: number; player_id: number }
  /** To a player: an organizer has removed the photo. */
  photo_removed: { player_id: number; reason: string }
  /** To the side that reported the version: the other side disputes it. */
  score_disputed: { score_id: number; player_id: number }
  /** Asks an organizer to settle a disputed score. */
  score_to_settle: { score_id: number; player_id: number }
  /** To the players: how an organizer has settled a dispute. */
  score_settled: { score_id: number; player_id: number }
  /** To the players: an organizer has voided a result. */
  result_voided: { score_id: number; player_id: number; reason: string; again: boolean }
  /** To the players: an organizer has awarded a match that was not played. */
  walkover_given: { score_id: number; player_id: number }
  /** Reminders of a match. `about` is the offer, the appointment, or the last day. */
  offer_waiting: { match_id: number; player_id: number; about: string }
  nothing_offered: { match_id: number; player_id: number; about: string }
  match_tomorrow: { match_id: number; player_id: number; about: string }
  match_soon: { match_id: number; player_id: number; about: string }
  window_ending: { match_id: number; player_id: number; about: string }
  window_over: { match_id: number; player_id: number; about: string }
  /** To the players of an unplayed match: the outcome that will apply automatically unless one of them objects. */
  settlement_proposed: { settlement_id: number; player_id: number }
  /** To the players of an unplayed match: its outcome, or that the outcome was reversed. */
  match_settled: { settlement_id: number; player_id: number }
  /** To a player who has qualified: seed, first opponent or bye, and the deadline. */
  playoffs_made: { league_id: number; player_id: number }
  /** To a player: the next opponent in the play-offs is known. */
  playoff_match: { match_id: number; player_id: number }
  /** To the players of a play-off match: an earlier result has changed, so theirs does not count for now, or counts again. */
  playoff_set_aside: { match_id: number; player_id: number }
  playoff_counts_again: { match_id: number; player_id: number }
  /** To a player with an open match in the consolation: entry `entry_id` has declined it. */
  consolation_declined: { league_id: number; player_id: number; entry_id: number }
  /** To the champion and the other finalist: the final is over. */
  playoffs_over: { league_id: number; player_id: number }
  /** To the first on a wait-list: a place is free and kept for them. */
  place_free: { wait_list_entry_id: number }
  /** To a player of a league: another one has left or is back. Places are null without a result. */
  player_left: LeagueChange
  player_back: LeagueChange
  /** To a player of a league with results: its season has other rules now than `before`. */
  rules_changed: {
    league_id: number
    player_id: number
    before: SeasonRules
    place_before: number | null
    place_after: number
  }
  /** To a player who has left a league with a full refund. */
  withdrawn: { purchase_id: number }
  /** To a player: part of the price was refunded, and the entry stays. */
  refunded_in_part: { refund_id: number }
  /** To the player: the payment provider will not make a refund. */
  refund_failed: { refund_id: number }
  /** To an organizer: somebody made an API key with the organizer's account. */
  api_key_made: { api_key_id: number; player_id: number }
  /** To the organizer who made a webhook: it is paused. */
  webhook_paused: { webhook_id: number; player_id: number }
  /** Invites someone to be the partner in a doubles entry. */
  partner_invited: { invitation_id: number }
  /** Offers a place by an organizer to a player of another area. */
  entry_invited: { invitation_id: number }
  /** To the organizer who invited: the player has accepted or declined. */
  entry_invitation_answered: { invitation_id: number }
  /** To a player who looks for a partner: somebody would like to play with them. */
  partner_offered: { partner_offer_id: number; player_id: number }
  /** To the other player: an offer is accepted or declined, or an agreement has ended. */
  partner_offer_answered: { partner_offer_id: number; player_id: number }
  /** To the player who entered: the partner has accepted, declined, or left. */
  partner_accepted: { entry_id: number; player_id: number }
  partner_declined: { invitation_id: number }
  partner_left: { entry_id: number; player_id: number }
  /** To the partner: the player who entered has left the league. */
  pair_withdrawn: { purchase_id: number; player_id: number }
  /** To a player: an organizer has entered them without a card payment. */
  entered: { order_id: string }
  /** An organizer has moved the entry from one league to another. */
  entry_moved: { player_id: number; from: number; to: number }
  /** An organizer has withdrawn the entry without a refund. */
  entry_withdrawn: { player_id: number; league_id: number }
  /** An organizer has replaced a player: one email to the player leaving and one to the new player. */
  place_given: { league_id: number; leaving_player_id: number; new_player_id: number }
  place_taken: { league_id: number; leaving_player_id: number; new_player_id: number }
  /** An organizer's message to a league. */
  league_message: { message_id: string; player_id: number }
  /** Asks the owner of one of two accounts whether both belong to one person. */
  merge_requested: { merge_request_id: number; side: 'keep' | 'from' }
  /** To both addresses of two accounts that were merged. */
  accounts_merged: { name: string; email: string; kept: boolean; confirmed: boolean }
  /** An organizer has given a free season. */
  free_season_given: { free_season_id: number }
  /** To an organizer whose areas or role have changed. */
  permissions_changed: { player_id: number; by_id: number }
  /** To an organizer who has turned the second factor on or off. */
  second_factor_changed: { player_id: number; enrolled: boolean }
  /** To an organizer whose second factor an owner has reset. */
  phone_reset: { player_id: number; by_id: number }
}

/** The changes for a player after a departure or a return. `entry_id` is the other entry. */
type LeagueChange = {
  league_id: number
  entry_id: number
  player_id: number
  place_before: number | null
  place_after: number | null
  open_matches: number
}

/** The payload of a `notify` job. `id` is fixed when the notification is caused, so a job that runs twice notifies once. */
export type Notice<K extends NotificationKind = NotificationKind> = { id: string; kind: K; about: Notifications[K] }

/** An email to write and send. Releases up to 0.5 queued every email like this, without `notification_id`. */
export type WaitingEmail<K extends NotificationKind = NotificationKind> = {
  message_id: string
  email: K
  about: Notifications[K]
  notification_id?: number
}

/** A notification for one device. `without_text`: its push service did not accept it with the text. */
export type PushJob = { notification_id: number; device_id: number; attempts: number; without_text?: boolean }

/** A match's date before and after it was moved; null once canceled. The event is null if no calendar has it. */
export type MovedMatch = {
  match_id: number
  was: string
  match_date: string | null
  match_time: string | null
  event: { calendar_event_id: number; sequence: number } | null
}
