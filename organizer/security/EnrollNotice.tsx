import { deskPaths } from '#/contract/desk-paths.ts'
import { now } from '#/web/now.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

type EnrollNoticeProps = {
  required_by: string | null
  missing: boolean
  /** Whether this is the screen for setting it up. */
  isHere: boolean
}

/** Tells an organizer without a second factor how long the desk stays open. */
export function EnrollNotice({ required_by, missing, isHere }: EnrollNoticeProps) {
  if (isHere && required_by === null) return null
  return (
    <div className="mb-6">
      <Notice tone={missing ? 'error' : 'warn'}>
        {missing
          ? 'The desk is closed until you add a passkey or enroll your phone.'
          : 'Your account is protected by a password only.'}{' '}
        {required_by !== null && !missing && `The desk closes in ${formatDaysLeft(required_by)}. `}
        {!isHere && <TextLink to={deskPaths.security}>Add a passkey</TextLink>}
      </Notice>
    </div>
  )
}

function formatDaysLeft(required_by: string): string {
  const days = Math.ceil((new Date(required_by).getTime() - now().getTime()) / 86_400_000)
  return days <= 1 ? 'less than a day' : `${days} days`
}
