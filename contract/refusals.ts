/**
 * Every way to say no: the machine word on the wire, its HTTP status and the sentence for the player
 * (decisions: "Errors"). A refusal with a detail of its own replaces the sentence, never the code.
 */
export const refusals = {
  malformed: [400, 'We could not read that request.'],
  bad_signature: [400, 'That is not signed as it has to be.'],
  not_signed_in: [401, 'Please sign in.'],
  not_logged_in: [401, 'User not logged In'],
  token_missing: [401, 'Authentication token is missing. Please login again.'],
  wrong_credentials: [401, 'That e-mail and password do not belong together.'],
  social_failed: [401, 'That sign-in did not work. Please start it again.'],
  social_email_unverified: [
    401,
    'That account has no verified e-mail. Verify it there, or sign up here with a password.',
  ],
  payment_declined: [402, 'The card was declined. Try another card.'],
  not_allowed: [403, 'You are not allowed to do that.'],
  not_your_league: [403, 'Only players of that league can see its list of players.'],
  not_your_match: [403, 'Only the players of a match can report its score.'],
  sign_in_again: [403, 'Please sign in again first: this needs a fresh sign-in.'],
  not_found: [404, 'There is no such thing here.'],
  too_slow: [408, 'That request took too long to arrive. Try again.'],
  email_in_use: [409, 'That e-mail already has an account. Sign in, or reset the password.'],
  profile_incomplete: [
    409,
    'Please complete your profile in Settings first: phone, level, gender and location. Nothing was charged.',
  ],
  password_missing: [
    409,
    'This account has no password yet. Set one with the link of "Forgot password?" on the sign-in page.',
  ],
  price_changed: [409, 'The price has changed. Look at the order again; nothing was charged.'],
  already_in_league: [409, 'You are already in one of these leagues. Nothing was charged.'],
  order_open: [409, 'Another order for one of these leagues is still open. Nothing was charged again.'],
  no_free_season: [409, 'You do not have as many free seasons as there are divisions in the cart. None was spent.'],
  season_begun: [409, 'The season has begun. Ask the organizer to take you out; the address is on the contact page.'],
  nothing_to_withdraw: [409, 'That was never paid, so there is nothing to withdraw from.'],
  payment_disputed: [409, 'Your bank has asked for this payment back. Nothing can be refunded until that is decided.'],
  cards_not_kept: [409, 'Cards are not kept here: each payment asks for one.'],
  token_used: [409, 'That card confirmation belongs to another order. Enter the card again.'],
  not_on_sale: [409, 'That season is not for sale now.'],
  not_in_same_league: [409, 'These two players are not in one league of that season.'],
  several_leagues: [409, 'These two play in several leagues together. Choose the division.'],
  already_reported: [409, 'That match has already been reported.'],
  not_that_match: [409, 'That match is not one of these two players in that season.'],
  link_dead: [409, 'This link has been used or is too old. Ask for a new one.'],
  score_changed: [409, 'The score has changed since you looked. Look at it again.'],
  score_final: [409, 'That score is final. Write to the organizer if it is wrong.'],
  score_disputed: [409, 'That score is disputed: an organizer settles it.'],
  score_yours: [409, 'That is the score that your side reported: the other side answers it.'],
  corrected_once: [409, 'Your side has corrected this score once. If it is still wrong, dispute it.'],
  score_link_dead: [409, 'This link has been used, or its 24 hours are over. The score is in your account.'],
  match_arranged: [409, 'That match has a score, so its date stands. Correct the score instead.'],
  match_exists: [409, 'You two have such a match already: it is among your matches.'],
  match_in_playoffs: [409, 'That match is of the play-offs, so it stays in the bracket.'],
  playoff_moved_on: [
    409,
    'The winner of that match has already played the next one, so it has to stand. Write to us if it is wrong.',
  ],
  match_played: [409, 'That match has a score, so it can not be deleted.'],
  conflict: [409, 'Somebody changed this at the same time. Look again.'],
  photo_too_large: [413, 'That picture has more than 10 MB. Please choose a smaller one.'],
  too_large: [413, 'That is more than we take at once.'],
  wrong_media_type: [415, 'Send JSON.'],
  invalid: [422, 'Some fields need another look.'],
  cart_empty: [422, 'Cart is empty'],
  too_many_requests: [429, 'That was a lot at once. Wait a little and try again.'],
  social_away: [503, 'We can not reach that sign-in right now. Try again in a moment, or sign in with your password.'],
  payments_away: [503, 'The card service does not answer right now. Try again in a moment.'],
  away: [503, 'Deuce is catching its breath. Try again in a moment.'],
  internal: [500, 'Something went wrong. Please try again.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type RefusalCode = keyof typeof refusals

/** The body of every answer that says no. `fields` comes with 422 alone: field path -> why. */
export type RefusalBody = {
  message: string
  code: RefusalCode
  request_id: string
  fields?: Record<string, string>
}
