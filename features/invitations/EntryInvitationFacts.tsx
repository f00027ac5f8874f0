import { formatAmount } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { formatWhoFits, hasAges } from '#/rules/age-group.ts'
import { formatDays, formatInstant, formatLeague } from '#/contract/format.ts'
import type { EntryInvitation } from './contract.ts'

/** The details of an organizer's invitation, and what accepting means. */
export function EntryInvitationFacts({ invitation }: { invitation: EntryInvitation }) {
  const { inviter, level_name, year, area, starting_date, ending_date, price, partner, expires_at } = invitation
  return (
    <>
      <p>
        {inviter} runs the leagues in {areaName(area)} and would like to enter you in{' '}
        <strong className="font-[650]">{formatLeague(invitation)}</strong>,{' '}
        <span className="tabular">{formatDays(starting_date, ending_date)}</span>.{' '}
        {price > 0 ? `They have received ${formatAmount(price)} in cash for it.` : 'There is nothing to pay.'}
        {hasAges(invitation) && ` ${level_name} is for ${formatWhoFits(invitation, year)}; you can still play.`}
        {partner !== null && ` Your partner would be ${partner}, who gets an invitation once you accept.`}
      </p>
      <p>
        If you accept, the organizers in {areaName(area)} can also see your account and help you with it. The invitation
        is open until {formatInstant(expires_at)}.
      </p>
    </>
  )
}
