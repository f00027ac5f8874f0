import { accounts } from '#/features/accounts/feature.ts'
import { activity } from '#/features/activity/feature.ts'
import { arranging } from '#/features/arranging/feature.ts'
import { availability } from '#/features/availability/feature.ts'
import { calendar } from '#/features/calendar/feature.ts'
import { cards } from '#/features/cards/feature.ts'
import { checkout } from '#/features/checkout/feature.ts'
import { confirmation } from '#/features/confirmation/feature.ts'
import { coupons } from '#/features/coupons/feature.ts'
import { courts } from '#/features/courts/feature.ts'
import { embed } from '#/features/embed/feature.ts'
import { frontDoor } from '#/features/front-door/feature.ts'
import { invitations } from '#/features/invitations/feature.ts'
import { ladder } from '#/features/ladder/feature.ts'
import { leagues } from '#/features/leagues/feature.ts'
import { leaving } from '#/features/leaving/feature.ts'
import { live } from '#/features/live/feature.ts'
import { liveScoring } from '#/features/live-scoring/feature.ts'
import { matches } from '#/features/matches/feature.ts'
import { notifications } from '#/features/notifications/feature.ts'
import { openToPlay } from '#/features/open-to-play/feature.ts'
import { reactions } from '#/features/reactions/feature.ts'
import { partnerSearch } from '#/features/partner-search/feature.ts'
import { pairs } from '#/features/pairs/feature.ts'
import { passkeys } from '#/features/passkeys/feature.ts'
import { pictures } from '#/features/pictures/feature.ts'
import { players } from '#/features/players/feature.ts'
import { playoffs } from '#/features/playoffs/feature.ts'
import { questions } from '#/features/questions/feature.ts'
import { ratings } from '#/features/ratings/feature.ts'
import { recap } from '#/features/recap/feature.ts'
import { referrals } from '#/features/referrals/feature.ts'
import { refunds } from '#/features/refunds/feature.ts'
import { reminders } from '#/features/reminders/feature.ts'
import { schedule } from '#/features/schedule/feature.ts'
import { sealing } from '#/features/sealing/feature.ts'
import { seasons } from '#/features/seasons/feature.ts'
import { settings } from '#/features/settings/feature.ts'
import { site } from '#/features/site/feature.ts'
import { social } from '#/features/social/feature.ts'
import { standings } from '#/features/standings/feature.ts'
import { texts } from '#/features/texts/feature.ts'
import { unplayed } from '#/features/unplayed/feature.ts'
import { waitList } from '#/features/wait-list/feature.ts'
import { organizerApiKeys } from '#/organizer/api-keys/feature.ts'
import { organizerAreas } from '#/organizer/areas/feature.ts'
import { organizerAudit } from '#/organizer/audit/feature.ts'
import { organizerChecks } from '#/organizer/checks/feature.ts'
import { organizerCoupons } from '#/organizer/coupons/feature.ts'
import { organizerClosedDays } from '#/organizer/closed-days/feature.ts'
import { matchFormats } from '#/organizer/match-formats/feature.ts'
import { organizerCourts } from '#/organizer/courts/feature.ts'
import { organizerDemo } from '#/organizer/demo/feature.ts'
import { organizerDemoLeague } from '#/organizer/demo-league/feature.ts'
import { organizerBulk } from '#/organizer/bulk/feature.ts'
import { organizerDesk } from '#/organizer/desk/feature.ts'
import { organizerDivisions } from '#/organizer/divisions/feature.ts'
import { organizerEmbed } from '#/organizer/embed/feature.ts'
import { organizerEntries } from '#/organizer/entries/feature.ts'
import { organizerEvenings } from '#/organizer/evenings/feature.ts'
import { organizerExchange } from '#/organizer/exchange/feature.ts'
import { organizerLeagues } from '#/organizer/leagues/feature.ts'
import { organizerLevels } from '#/organizer/levels/feature.ts'
import { organizerMailTexts } from '#/organizer/mail-texts/feature.ts'
import { organizerMatches } from '#/organizer/matches/feature.ts'
import { organizerMessages } from '#/organizer/messages/feature.ts'
import { organizerMerges } from '#/organizer/merges/feature.ts'
import { organizerOrganization } from '#/organizer/organization/feature.ts'
import { organizerOverview } from '#/organizer/overview/feature.ts'
import { organizerPayments } from '#/organizer/payments/feature.ts'
import { organizerPeople } from '#/organizer/people/feature.ts'
import { organizerPlayers } from '#/organizer/players/feature.ts'
import { organizerPlayoffs } from '#/organizer/playoffs/feature.ts'
import { organizerQuestions } from '#/organizer/questions/feature.ts'
import { organizerSchedule } from '#/organizer/schedule/feature.ts'
import { organizerSeasons } from '#/organizer/seasons/feature.ts'
import { organizerSearch } from '#/organizer/search/feature.ts'
import { organizerSecurity } from '#/organizer/security/feature.ts'
import { organizerSetup } from '#/organizer/setup/feature.ts'
import { organizerTexts } from '#/organizer/texts/feature.ts'
import { organizerUnplayed } from '#/organizer/unplayed/feature.ts'
import { organizerViews } from '#/organizer/views/feature.ts'
import { organizerWebhooks } from '#/organizer/webhooks/feature.ts'

/** Every feature, in the order in which the API document lists their calls. */
export const features = [
  accounts,
  site,
  seasons,
  embed,
  frontDoor,
  leagues,
  waitList,
  sealing,
  leaving,
  organizerSeasons,
  organizerLeagues,
  organizerDivisions,
  organizerLevels,
  organizerAreas,
  organizerClosedDays,
  organizerEvenings,
  organizerCourts,
  matchFormats,
  coupons,
  organizerCoupons,
  checkout,
  cards,
  refunds,
  recap,
  referrals,
  pairs,
  partnerSearch,
  invitations,
  matches,
  confirmation,
  reactions,
  courts,
  availability,
  arranging,
  calendar,
  openToPlay,
  ladder,
  schedule,
  standings,
  playoffs,
  organizerPlayoffs,
  players,
  settings,
  passkeys,
  activity,
  notifications,
  live,
  liveScoring,
  social,
  organizerSecurity,
  organizerSearch,
  organizerDesk,
  organizerAudit,
  organizerChecks,
  organizerOverview,
  organizerMatches,
  organizerUnplayed,
  organizerViews,
  organizerSchedule,
  organizerPayments,
  organizerExchange,
  organizerPeople,
  organizerBulk,
  organizerEntries,
  organizerPlayers,
  organizerMerges,
  organizerMessages,
  organizerDemo,
  organizerOrganization,
  texts,
  organizerTexts,
  questions,
  ratings,
  organizerQuestions,
  organizerMailTexts,
  organizerSetup,
  organizerWebhooks,
  organizerEmbed,
  organizerApiKeys,
  pictures,
  reminders,
  unplayed,
  organizerDemoLeague,
] as const

type Merged<T> = (T extends unknown ? (part: T) => void : never) extends (all: infer All) => void ? All : never

/**
 * Merges all parts into one object. The type of the result has every name, so the code does not compile if no feature
 * provides a job or an email.
 */
export function merge<T extends object>(parts: readonly T[]): Merged<T> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (name in all) throw new Error(`Two features have ${name}.`)
    all[name] = value
  }
  return all as Merged<T>
}
