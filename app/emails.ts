import {
  identityLinked,
  linkIdentity,
  resetPassword,
  passwordChanged,
  setPassword,
  verifyEmail,
} from '#/features/accounts/emails.ts'
import { matchMessage, matchOffered, messageReported, offerDeclined } from '#/features/arranging/emails.ts'
import { challenged } from '#/features/ladder/emails.ts'
import { appointmentChanged } from '#/features/calendar/emails.ts'
import { receipt } from '#/features/checkout/emails.ts'
import { scoreDisputed, scoreSettled, scoreToConfirm, scoreToSettle } from '#/features/confirmation/emails.ts'
import {
  entered,
  entryMoved,
  entryWithdrawn,
  leagueMessage,
  placeGiven,
  placeTaken,
} from '#/organizer/entries/emails.ts'
import { phoneReset, permissionsChanged, secondFactorChanged } from '#/organizer/desk/emails.ts'
import { accountsMerged, freeSeasonGiven } from '#/organizer/players/emails.ts'
import { refundedInPart, refundFailed, withdrawn } from '#/features/refunds/emails.ts'
import {
  matchSoon,
  matchTomorrow,
  nothingOffered,
  offerWaiting,
  windowEnding,
  windowOver,
} from '#/features/reminders/emails.ts'
import { matchSettled, settlementProposed } from '#/features/unplayed/emails.ts'
import { resultVoided, walkoverGiven } from '#/organizer/matches/emails.ts'
import {
  playoffCountsAgain,
  playoffMatch,
  playoffsMade,
  playoffSetAside,
  playoffsOver,
} from '#/features/playoffs/emails.ts'
import {
  pairWithdrawn,
  partnerAccepted,
  partnerDeclined,
  partnerInvited,
  partnerLeft,
} from '#/features/pairs/emails.ts'
import { entryInvitationAnswered, entryInvited } from '#/features/invitations/emails.ts'
import { apiKeyMade } from '#/organizer/api-keys/emails.ts'
import { webhookPaused } from '#/organizer/webhooks/emails.ts'
import { mergeRequested } from '#/organizer/merges/emails.ts'
import { changeOfEmail, emailChangeAsked } from '#/features/settings/emails.ts'
import { placeFree } from '#/features/wait-list/emails.ts'
import type { App } from '#/server/context.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import type { Notifications } from '#/server/notify.ts'

/** The writer of each kind of notification. It returns null if there is nothing left to say. */
const writers: { [K in NotificationKind]: (app: App, about: Notifications[K]) => Promise<Words | null> } = {
  verify_email: verifyEmail,
  reset_password: resetPassword,
  set_password: setPassword,
  password_changed: passwordChanged,
  link_identity: linkIdentity,
  identity_linked: identityLinked,
  change_of_email: changeOfEmail,
  email_change_asked: emailChangeAsked,
  receipt,
  appointment_changed: appointmentChanged,
  score_to_confirm: scoreToConfirm,
  challenged,
  match_offered: matchOffered,
  offer_declined: offerDeclined,
  match_message: matchMessage,
  message_reported: messageReported,
  score_disputed: scoreDisputed,
  score_to_settle: scoreToSettle,
  score_settled: scoreSettled,
  result_voided: resultVoided,
  walkover_given: walkoverGiven,
  offer_waiting: offerWaiting,
  nothing_offered: nothingOffered,
  match_tomorrow: matchTomorrow,
  match_soon: matchSoon,
  window_ending: windowEnding,
  window_over: windowOver,
  settlement_proposed: settlementProposed,
  match_settled: matchSettled,
  playoffs_made: playoffsMade,
  playoff_match: playoffMatch,
  playoff_set_aside: playoffSetAside,
  playoff_counts_again: playoffCountsAgain,
  playoffs_over: playoffsOver,
  withdrawn,
  place_free: placeFree,
  refunded_in_part: refundedInPart,
  refund_failed: refundFailed,
  partner_invited: partnerInvited,
  entry_invited: entryInvited,
  entry_invitation_answered: entryInvitationAnswered,
  partner_accepted: partnerAccepted,
  partner_declined: partnerDeclined,
  partner_left: partnerLeft,
  pair_withdrawn: pairWithdrawn,
  entered,
  entry_moved: entryMoved,
  entry_withdrawn: entryWithdrawn,
  place_given: placeGiven,
  place_taken: placeTaken,
  league_message: leagueMessage,
  merge_requested: mergeRequested,
  accounts_merged: accountsMerged,
  free_season_given: freeSeasonGiven,
  permissions_changed: permissionsChanged,
  second_factor_changed: secondFactorChanged,
  phone_reset: phoneReset,
  api_key_made: apiKeyMade,
  webhook_paused: webhookPaused,
}

/** Writes the email of one notification. */
export function writeNotification<K extends NotificationKind>(
  app: App,
  kind: K,
  about: Notifications[K],
): Promise<Words | null> {
  return writers[kind](app, about)
}
