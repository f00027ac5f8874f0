import {
  identityLinked,
  linkIdentity,
  resetPassword,
  passwordChanged,
  setPassword,
  verifyEmail,
} from '#/features/accounts/emails.ts'
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
import { mergeRequested } from '#/organizer/merges/emails.ts'
import { changeOfEmail, emailChangeAsked } from '#/features/settings/emails.ts'
import { placeFree } from '#/features/wait-list/emails.ts'
import type { App } from '#/server/context.ts'
import { renderEmail, type Words } from '#/server/outside/email-layout.ts'
import type { EmailName, Emails, Post } from '#/server/queue.ts'

/** The function that writes each email. It returns null when there is nothing to send any more. */
const writers: { [L in EmailName]: (app: App, about: Emails[L]) => Promise<Words | null> } = {
  verify_email: verifyEmail,
  reset_password: resetPassword,
  set_password: setPassword,
  password_changed: passwordChanged,
  link_identity: linkIdentity,
  identity_linked: identityLinked,
  change_of_email: changeOfEmail,
  email_change_asked: emailChangeAsked,
  receipt,
  score_to_confirm: scoreToConfirm,
  score_disputed: scoreDisputed,
  score_to_settle: scoreToSettle,
  score_settled: scoreSettled,
  result_voided: resultVoided,
  walkover_given: walkoverGiven,
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
}

/** Writes and sends one email. A retry sends it again with the same Message-ID. */
export async function sendMail<L extends EmailName>(app: App, post: Post<L>): Promise<void> {
  const words = await writers[post.email](app, post.about)
  if (!words) return
  const { site, SUPPORT_EMAIL: support_email } = app.config
  await app.mail.send(renderEmail(words, { message_id: post.message_id, date: app.clock.now(), site, support_email }))
}
