import { organization } from './organization.ts'

/**
 * Every refusal: its code, its HTTP status and its sentence for people (docs/product.md, "Errors").
 * A refusal that knows a detail replaces the sentence, never the code.
 */
export const refusals = {
  malformed: [400, 'We could not read that request.'],
  bad_signature: [400, 'The signature of this request is not valid.'],
  not_signed_in: [401, 'Please sign in.'],
  not_logged_in: [401, 'User not logged In'],
  token_missing: [401, 'Authentication token is missing. Please login again.'],
  wrong_credentials: [401, 'Email or password is incorrect.'],
  social_failed: [401, 'Sign-in failed. Please start again.'],
  social_email_unverified: [
    401,
    'The email of that account is not verified. Verify it with the provider, or sign up here with a password.',
  ],
  payment_declined: [402, 'The card was declined. Try another card.'],
  not_allowed: [403, 'You are not allowed to do that.'],
  cross_site: [403, 'This form was sent from another site. Please fill it in here.'],
  not_your_league: [403, 'Only players in this league can see its list of players.'],
  not_your_match: [403, 'Only the players in this match can report its score.'],
  sign_in_again: [403, 'Please sign in again to continue.'],
  second_factor_due: [403, 'Please enter the code from your authenticator app first.'],
  second_factor_missing: [403, 'Please enroll your phone under Security first. The desk is closed until then.'],
  read_only: [403, 'You are viewing the site as another player, so you cannot change anything.'],
  not_your_area: [403, 'You do not manage leagues in this area.'],
  suspended: [403, 'This account is suspended. Please contact the organizer; the address is on the contact page.'],
  not_found: [404, 'Not found.'],
  wrong_method: [405, 'This address does not take that method.'],
  too_slow: [408, 'The request took too long to arrive. Please try again.'],
  email_in_use: [409, 'An account with this email already exists. Sign in, or reset your password.'],
  profile_incomplete: [
    409,
    'Please complete your profile in Settings first: phone, level, gender, and location. You have not been charged.',
  ],
  password_missing: [
    409,
    'This account has no password yet. Set one with the "Forgot password?" link on the sign-in page.',
  ],
  price_changed: [409, 'The price has changed. Please review your order again. You have not been charged.'],
  already_in_league: [409, 'You are already in one of these leagues. You have not been charged.'],
  order_open: [409, 'You already have an open order for one of these leagues. You have not been charged again.'],
  no_free_season: [409, 'You do not have enough free seasons for all divisions in your cart. None was used.'],
  season_begun: [409, 'The season has started. Ask the organizer to withdraw you; the address is on the contact page.'],
  nothing_to_withdraw: [409, 'This purchase was never paid, so there is nothing to withdraw from.'],
  nothing_to_refund: [409, 'No card was charged for this purchase, so there is nothing to refund.'],
  line_refunded: [409, 'This purchase has been refunded in full, or its refund is on the way.'],
  refund_too_large: [409, 'The refund is larger than the amount left on this purchase.'],
  refund_refused: [409, 'The payment provider declined this refund.'],
  refund_ours: [409, () => `This refund was made in ${organization().name}, so it already belongs to a purchase.`],
  refund_assigned: [409, 'This refund has already been assigned in full.'],
  import_wrong: [409, 'Some rows have errors, so nothing was imported. See the list of errors.'],
  import_gone: [409, 'Uploaded files are deleted after a month. Please upload the file again.'],
  task_unfinished: [409, 'This is not ready yet. Please wait until it is done.'],
  payment_disputed: [409, 'This payment is disputed with the bank. It cannot be refunded until the bank decides.'],
  card_not_found: [404, 'We could not find this saved card. Choose another card; nothing was charged.'],
  token_used: [409, 'This card confirmation belongs to another order. Please enter your card again.'],
  edition_exists: [409, 'This season already exists for that year.'],
  season_in_use: [
    409,
    'Somebody has already joined, waits for or is invited to this season, so this cannot change any more.',
  ],
  season_not_begun: [409, 'This season has not been played for a day yet. Change its days instead.'],
  results_outside: [409, 'Some reported results would fall outside the new dates. Nothing was changed.'],
  play_has_begun: [
    409,
    'Results have already been reported under the current rules. They stay as they are, and the standings will be recalculated.',
  ],
  name_taken: [409, 'This name is already taken.'],
  league_full: [409, 'This league is full. You have not been charged. You can join its wait-list.'],
  places_left: [409, 'This league has a free place, so you can join it now.'],
  not_on_sale: [409, 'This season is not on sale right now.'],
  area_archived: [
    409,
    'No leagues are sold in this area any more. Please choose another area. You have not been charged.',
  ],
  area_in_use: [409, 'Leagues still run in this area. Nothing was changed.'],
  last_area: [409, 'This is the only area that is open. Open another one first.'],
  not_in_same_league: [409, 'These two players are not in the same league this season.'],
  several_leagues: [409, 'These two players share several leagues. Please choose the division.'],
  partner_in_league: [409, 'This player is already in the league. Please choose someone else.'],
  pair_complete: [409, 'Your partner has already accepted.'],
  invitation_over: [409, 'This invitation is no longer open. Ask your partner for a new one.'],
  already_invited: [409, 'This player has an open invitation to this league already.'],
  invitation_declined: [
    409,
    'This player has declined an invitation to this league. They can still join it themselves.',
  ],
  merge_over: [409, 'This merge is no longer open.'],
  merge_pending: [409, 'These two accounts are already waiting for a confirmation.'],
  season_over: [409, 'This season is over.'],
  already_reported: [409, 'This match has already been reported.'],
  not_that_match: [409, 'This match is not between these two players in that season.'],
  link_needed: [
    409,
    'This email already has an account. We have sent it a link: open it to connect this way to sign in, or sign in with your password.',
  ],
  being_set_up: [409, 'This league is being set up. Please come back later.'],
  kit_applied: [409, 'A starter kit has been chosen already.'],
  not_set_up: [409, 'A step of the setup is missing.'],
  mail_refused: [409, 'The mail server did not take the email.'],
  payments_refused: [409, 'The payments do not work yet.'],
  link_dead: [409, 'This link has expired or has already been used. Request a new one.'],
  score_changed: [409, 'The score has changed since you opened it. Please look at it again.'],
  score_final: [409, 'This score is final. Contact the organizer if it is wrong.'],
  score_disputed: [409, 'This score is disputed. An organizer will settle it.'],
  score_yours: [409, 'Your side reported this score, so the other side has to respond.'],
  corrected_once: [409, 'Your side has already corrected this score once. If it is still wrong, dispute it.'],
  score_link_dead: [409, 'This link has been used, or its 24 hours are over. You can find the score in your account.'],
  match_arranged: [409, 'This match already has a score, so its date cannot change. Correct the score instead.'],
  match_over: [409, 'This match is over, so there is nothing left to arrange.'],
  match_not_over: [409, 'This match has no result to void.'],
  no_proposal: [409, 'There is nothing to object to any more. Please look at the match again.'],
  proposal_changed: [
    409,
    'What the record proposes has changed since you opened the list. Nothing was applied. Please review it again.',
  ],
  not_unplayed: [
    409,
    'One of these matches is not waiting to be settled any more. Nothing was applied. Please look at the list again.',
  ],
  settlement_answered: [409, 'This cannot be taken back any more: the match has moved on since. Nothing was changed.'],
  no_second_meeting: [409, 'In this league no further matches count, so nobody looks for one here.'],
  not_open_to_play: [409, 'This player does not look for a match any more. Please look at the list again.'],
  window_over: [
    409,
    'The days of this match are over, so no new times can be offered. If you have agreed on a day, set it directly.',
  ],
  offer_over: [409, 'This offer is no longer open.'],
  offer_own: [409, 'Your side made this offer, so the other side has to answer it.'],
  offer_theirs: [409, 'Only the side that made an offer can withdraw it. You can decline it.'],
  time_expired: [409, 'It is too late to take this time.'],
  no_appointment: [409, 'There is nothing to call off: no date is set.'],
  match_begun: [409, 'This match has already begun. Please report its score, or offer new times.'],
  objection_late: [
    409,
    'You can object only to a date that the other side set in the last 24 hours. You can call the match off.',
  ],
  side_away: [
    409,
    'The other side has left the league, or its account is closed. Please ask the organizer about this match.',
  ],
  offer_link_dead: [409, 'This link no longer works. You can find the match in your account.'],
  message_reported: [409, 'This message has already been reported.'],
  match_exists: [409, 'You two already have a match like this. You can find it in your list of matches.'],
  match_in_playoffs: [409, 'This is a play-off match, so it cannot be deleted.'],
  playoff_moved_on: [409, 'The winner has already played the next play-off match. Void that result first.'],
  playoffs_made: [409, 'The play-offs of this league have already been created.'],
  season_running: [
    409,
    'This season is still being played. You can create its play-offs from the day after its last day.',
  ],
  results_open: [409, 'Some results of this league are not final yet. Settle them, or wait until they become final.'],
  too_few_qualify: [409, 'Fewer than two entries qualified, so there are no play-offs.'],
  match_voided: [409, 'An organizer voided the result of this match, so it cannot be deleted.'],
  own_match: [
    409,
    'You play in this match, so report and answer its score as a player. Once it is disputed or final, you can settle it.',
  ],
  not_overdue: [409, 'Only an overdue match can be awarded.'],
  draw_changed: [409, 'The league has changed since you opened the preview. Please review the new preview.'],
  match_played: [409, 'This match has a score, so it cannot be deleted.'],
  entry_closed: [409, 'This entry is no longer in its league. Please reload the page.'],
  entry_has_results: [
    409,
    'This entry has results in its league. They stay there when the entry moves: please confirm that first.',
  ],
  league_empty: [409, 'This league has no players who can receive the message.'],
  runs_leagues: [409, 'This account manages leagues. An owner has to remove its permissions first.'],
  not_mergeable: [409, 'These two accounts cannot be merged.'],
  last_owner: [409, 'There has to be at least one owner. Make someone else an owner first.'],
  account_closed: [409, 'This account is closed.'],
  second_factor_kept: [409, 'An authenticator app is already set up. Remove it first.'],
  demo_playing: [409, 'The demo is already moving forward.'],
  live_score_changed: [409, 'The live score has changed on another device. Nothing of yours was added to it.'],
  live_pen_taken: [409, 'Somebody else is scoring this match now. Nothing of yours was added to it.'],
  live_score_ended: [409, 'This match is not scored live any more.'],
  live_event_impossible: [409, 'This cannot follow in this match.'],
  live_score_full: [409, 'This live score has no room for more. Please report the score when the match is over.'],
  conflict: [409, 'Someone else changed this at the same time. Please reload the page.'],
  key_in_use: [409, 'The same request is still being worked on. Please try again in a moment.'],
  done_already: [
    409,
    'We have received this already, but could not keep the answer. Please reload the page to see what was done.',
  ],
  photo_too_large: [413, 'This picture is larger than 10 MB. Please choose a smaller one.'],
  file_too_large: [413, 'This file is larger than 10 MB. Please split it.'],
  too_large: [413, 'The request is too large.'],
  wrong_media_type: [415, 'The request body must be JSON.'],
  invalid: [422, 'Please check the highlighted fields.'],
  key_reused: [422, 'This Idempotency-Key was already used for another request.'],
  cart_empty: [422, 'Cart is empty'],
  too_many_messages: [429, 'You have sent 30 messages about this match today. Please write again tomorrow.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment and try again.'],
  social_unavailable: [
    503,
    'That sign-in is unavailable right now. Try again in a moment, or sign in with your password.',
  ],
  payments_unavailable: [503, 'The payment provider is unavailable right now. Please try again in a moment.'],
  busy: [503, 'Too much is going on right now. Please try again in a moment.'],
  unavailable: [503, () => `${organization().name} is temporarily unavailable. Please try again in a moment.`],
  internal: [500, 'Something went wrong. Please try again.'],
} as const satisfies Record<string, readonly [status: number, sentence: string | (() => string)]>

export type RefusalCode = keyof typeof refusals

/** What a refusal says to people. */
export function sentenceOf(code: RefusalCode): string {
  const [, sentence]: readonly [status: number, sentence: string | (() => string)] = refusals[code]
  return typeof sentence === 'string' ? sentence : sentence()
}

/** The body of every refusal. `fields` comes only with 422: a reason for each field path. */
export type RefusalBody = {
  message: string
  code: RefusalCode
  request_id: string
  fields?: Record<string, string>
  /** What is true now, for somebody who comes too late. */
  state?: Record<string, unknown>
}
