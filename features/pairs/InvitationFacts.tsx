import type { ReactNode } from 'react'
import { areaName } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { areOfOneGender } from '#/rules/fit.ts'
import { isMeantFor, sideOf } from '#/rules/gender.ts'
import { formatDays, formatName, formatLeague } from '#/contract/format.ts'
import type { User } from '#/features/accounts/contract.ts'
import { AgeNotices } from '#/features/seasons/AgeNotices.tsx'
import { hasAges } from '#/rules/age-group.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import type { Invitation } from './contract.ts'

export type InvitationProps = {
  invitation: Invitation
  token: string
  /** Another player who is signed in here. Null if nobody or the invited player is. */
  me: User | null
  onDone: (message: string) => void
  /** The decline button. */
  children: ReactNode
}

/** An invitation's heading and details, with warnings. */
export function InvitationFacts({
  invitation,
  me,
  gender,
  year_of_birth = null,
  failed,
}: Omit<InvitationProps, 'token' | 'onDone' | 'children'> & Facts) {
  const { inviter, level_name, year, area, starting_date, ending_date, level_gender, mixed_with, email } = invitation
  const { genders } = organization()
  const heading = `${inviter} invites you to play doubles`
  return (
    <>
      <PageTitle failed={failed}>{heading}</PageTitle>
      <h1 className="lettering text-4xl wrap-anywhere">{heading}</h1>
      <p className="mt-4">
        As partners in <strong className="font-[650]">{formatLeague(invitation)}</strong>, in {areaName(area)},{' '}
        <span className="tabular">{formatDays(starting_date, ending_date)}</span>. You arrange your own matches, and
        either of you can report the scores. Your place is paid for.
      </p>
      <div className="mt-4 flex flex-col gap-4">
        {me && (
          <Notice tone="warn" title={`You are signed in as ${formatName(me)}`}>
            <span className="wrap-anywhere">
              The invitation is for {email}, so your answer counts for that email, not for your account.
            </span>
          </Notice>
        )}
        {level_gender !== null && !isMeantFor(level_gender, gender, genders) && (
          <Notice tone="warn">
            {`${level_name} is meant for ${level_gender === 'Male' ? 'men' : 'women'}. You can still play.`}
          </Notice>
        )}
        {areOfOneGender(mixed_with, gender, genders) && (
          <Notice tone="warn">
            {`${level_name} is meant for a woman and a man, and you are both ${sideOf(gender, genders) === 'Male' ? 'men' : 'women'}. You can still play.`}
          </Notice>
        )}
        {hasAges(invitation) && (
          <AgeNotices divisions={[{ ...invitation, name: level_name }]} year={year} year_of_birth={year_of_birth} />
        )}
      </div>
    </>
  )
}

type Facts = {
  gender: string | null
  /** Null or omitted if unknown. */
  year_of_birth?: number | null
  failed: boolean
}
