import { Link } from '#/web/router.tsx'
import Bell from 'lucide:bell'
import { CountBadge } from './CountBadge.tsx'

type BellLinkProps = {
  unread: number
  /** The address of the inbox. */
  to: string
}

/** The bell with the number of unread notifications. */
export function BellLink({ unread, to }: BellLinkProps) {
  return (
    <Link
      to={to}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      className="relative grid size-11 shrink-0 place-items-center rounded-sm hover:bg-current/10"
    >
      <Bell size={22} />
      <CountBadge count={unread} />
    </Link>
  )
}
