/** The headings under which the settings list the kinds. */
export const notificationGroups = {
  matches: 'Matches and scores',
  playoffs: 'Play-offs',
  leagues: 'Leagues and partners',
  purchases: 'Payments and entries',
  security: 'Account and security',
  desk: "Organizer's desk",
} as const
export type NotificationGroup = keyof typeof notificationGroups

export type KindOfNotification = {
  /** The name of the kind in the settings and on the unsubscribe page. */
  title: string
  group: NotificationGroup
  /**
   * `answer`: somebody waits for the player, so it is emailed at once. `news`: emailed after ten minutes unless it was
   * read in the app. `required`: account, money and security; emailed at once, and its email cannot be turned off.
   * `link`: like `required`, but only ever in an email, because its link proves who reads the mailbox.
   */
  weight: 'answer' | 'news' | 'required' | 'link'
  /** Whether it is pushed to the player's devices by default. Defaults to true for `answer`, false for the others. */
  push?: boolean
  /** Hours that a push may wait for the end of quiet hours or for a device that is off. Defaults to `PUSH_HOURS`. */
  push_hours?: number
}

/** Hours after which a notification is no longer pushed. */
export const PUSH_HOURS = 24

/** Every kind of notification (docs/notifications.md). `Notifications` in server/notify.ts has the data of each. */
export const notificationKinds = {
  score_to_confirm: { title: 'A score to confirm', group: 'matches', weight: 'answer' },
  score_disputed: { title: 'My score was disputed', group: 'matches', weight: 'answer' },
  score_settled: { title: 'An organizer settled a score', group: 'matches', weight: 'news' },
  result_voided: { title: 'An organizer voided a result', group: 'matches', weight: 'news' },
  walkover_given: { title: 'A walkover was awarded', group: 'matches', weight: 'news' },
  settlement_proposed: { title: 'Suggested outcome of an unplayed match', group: 'matches', weight: 'answer' },
  match_settled: { title: 'An unplayed match was settled', group: 'matches', weight: 'news' },
  challenged: { title: 'I was challenged on a ladder', group: 'matches', weight: 'answer' },
  match_offered: { title: 'Times for my match', group: 'matches', weight: 'answer' },
  appointment_changed: { title: 'A match is set, moved or called off', group: 'matches', weight: 'answer' },
  evening_moved: { title: 'An evening of matches is moved', group: 'matches', weight: 'answer' },
  days_closed: { title: 'My match is on a day without play', group: 'matches', weight: 'news', push: true },
  offer_declined: { title: 'My times were declined', group: 'matches', weight: 'answer' },
  match_message: { title: 'A message about my match', group: 'matches', weight: 'answer' },
  offer_waiting: { title: 'Reminder: an offer needs my answer', group: 'matches', weight: 'answer' },
  nothing_offered: { title: 'Reminder: nobody has offered times', group: 'matches', weight: 'news' },
  match_tomorrow: { title: 'Reminder: a match tomorrow', group: 'matches', weight: 'news', push: true, push_hours: 8 },
  match_soon: { title: 'Reminder: a match in three hours', group: 'matches', weight: 'answer', push_hours: 3 },
  window_ending: { title: 'Reminder: three days left for a match', group: 'matches', weight: 'news', push: true },
  window_over: { title: 'Reminder: the window of a match has ended', group: 'matches', weight: 'news' },

  playoffs_made: { title: 'I have qualified', group: 'playoffs', weight: 'news', push: true },
  playoff_match: { title: 'My next opponent', group: 'playoffs', weight: 'news', push: true },
  playoff_set_aside: { title: 'A result does not count for now', group: 'playoffs', weight: 'news' },
  playoff_counts_again: { title: 'A result counts again', group: 'playoffs', weight: 'news' },
  consolation_declined: { title: 'My opponent declines the consolation', group: 'playoffs', weight: 'news' },
  playoffs_over: { title: 'The final has been played', group: 'playoffs', weight: 'news' },

  place_free: { title: 'A place opened up for me', group: 'leagues', weight: 'answer' },
  entry_invited: { title: 'An organizer invites me to a league', group: 'leagues', weight: 'answer' },
  partner_offered: { title: 'Somebody would like to play doubles with me', group: 'leagues', weight: 'answer' },
  partner_offer_answered: { title: 'An answer about playing doubles', group: 'leagues', weight: 'news', push: true },
  partner_accepted: { title: 'My partner has accepted', group: 'leagues', weight: 'news' },
  partner_declined: { title: 'My partner has declined', group: 'leagues', weight: 'news' },
  partner_left: { title: 'My partner has left', group: 'leagues', weight: 'news' },
  pair_withdrawn: { title: 'My pair has left a league', group: 'leagues', weight: 'news' },
  player_left: { title: 'Somebody left my league', group: 'leagues', weight: 'news' },
  player_back: { title: 'Somebody is back in my league', group: 'leagues', weight: 'news' },
  rules_changed: { title: 'The rules of my season have changed', group: 'leagues', weight: 'news' },
  league_message: { title: 'A message from an organizer', group: 'leagues', weight: 'news', push: true },

  receipt: { title: 'Receipts', group: 'purchases', weight: 'required' },
  withdrawn: { title: 'I have left a league', group: 'purchases', weight: 'required' },
  refunded_in_part: { title: 'Partial refunds', group: 'purchases', weight: 'required' },
  refund_failed: { title: 'A refund that failed', group: 'purchases', weight: 'required' },
  entered: { title: 'An organizer entered me', group: 'purchases', weight: 'required' },
  entry_moved: { title: 'My entry was moved', group: 'purchases', weight: 'required' },
  entry_withdrawn: { title: 'An organizer withdrew me', group: 'purchases', weight: 'required' },
  place_given: { title: 'My place was given away', group: 'purchases', weight: 'required' },
  place_taken: { title: 'I was given a place', group: 'purchases', weight: 'required' },
  free_season_given: { title: 'A free season for me', group: 'purchases', weight: 'required' },

  password_changed: { title: 'My password was changed', group: 'security', weight: 'required' },
  identity_linked: { title: 'A new way to sign in', group: 'security', weight: 'required' },
  passkey_changed: { title: 'A passkey was added or removed', group: 'security', weight: 'required' },
  email_change_asked: { title: 'My email is about to change', group: 'security', weight: 'required' },
  email_correction: { title: 'An organizer entered another email for me', group: 'security', weight: 'required' },
  profile_corrected: { title: 'An organizer corrected my profile', group: 'security', weight: 'required' },
  permissions_changed: { title: 'My permissions have changed', group: 'security', weight: 'required' },
  second_factor_changed: { title: 'My second factor was changed', group: 'security', weight: 'required' },
  photo_removed: { title: 'An organizer removed my photo', group: 'security', weight: 'required' },
  phone_reset: { title: 'My second factor was reset', group: 'security', weight: 'required' },
  api_key_made: { title: 'An API key of mine was created', group: 'security', weight: 'required' },
  accounts_merged: { title: 'Two accounts were merged', group: 'security', weight: 'link' },
  verify_email: { title: 'Confirm my email', group: 'security', weight: 'link' },
  reset_password: { title: 'Choose a new password', group: 'security', weight: 'link' },
  place_held: { title: 'A place is held for me', group: 'purchases', weight: 'link' },
  set_password: { title: 'Choose a password', group: 'security', weight: 'link' },
  link_identity: { title: 'Connect a way to sign in', group: 'security', weight: 'link' },
  change_of_email: { title: 'Confirm my new email', group: 'security', weight: 'link' },
  email_to_confirm: { title: 'Confirm an email that an organizer entered', group: 'security', weight: 'link' },
  merge_requested: { title: 'Merge two accounts', group: 'security', weight: 'link' },
  partner_invited: { title: 'Invitations to play doubles', group: 'leagues', weight: 'link' },

  score_to_settle: { title: 'A disputed score to settle', group: 'desk', weight: 'answer' },
  message_reported: { title: 'A message was reported', group: 'desk', weight: 'answer' },
  photo_reported: { title: 'A photo was reported', group: 'desk', weight: 'answer' },
  entry_invitation_answered: { title: 'A player answered my invitation', group: 'desk', weight: 'news' },
  webhook_paused: { title: 'My webhook was paused', group: 'desk', weight: 'answer' },
} as const satisfies Record<string, KindOfNotification>
export type NotificationKind = keyof typeof notificationKinds

export function kindOfNotification(kind: NotificationKind): KindOfNotification {
  return notificationKinds[kind]
}

/** Whether the player can turn its email off. */
export function canStopEmail(kind: NotificationKind): boolean {
  const { weight } = kindOfNotification(kind)
  return weight === 'answer' || weight === 'news'
}

/** The channels that deliver a kind to a player. `mail: 'digest'`: once a day, together with others. */
export type Channels = { app: boolean; mail: boolean | 'digest'; push: boolean }

export function defaultChannels(kind: NotificationKind): Channels {
  const { weight, push = weight === 'answer' } = kindOfNotification(kind)
  return { app: weight !== 'link', mail: true, push }
}

/** The kinds whose channels a player can choose, in the order of the settings. */
export function listChosenKinds({ runs_leagues }: { runs_leagues: boolean }): NotificationKind[] {
  return (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => {
    const { weight, group } = kindOfNotification(kind)
    return weight !== 'link' && (group !== 'desk' || runs_leagues)
  })
}
