import type { ReactNode } from 'react'
import { Link } from './router.tsx'
import { OrganizationLogo } from './OrganizationLogo.tsx'
import { organization } from '#/contract/organization.ts'

type TopBarProps = {
  /** Where the logo links to. */
  home: string
  /** Shown before the logo: the menu button. */
  start?: ReactNode
  /** Whether a phone shows only the symbol, to leave room for `children`. */
  isFull?: boolean
  /** Shown at the end: cart, bell, player. */
  children?: ReactNode
}

/** The dark bar at the top of every screen. */
export function TopBar({ home, start, isFull = false, children }: TopBarProps) {
  return (
    <header className="on-board sticky top-0 z-30 border-b border-board-line">
      <div className="flex h-16 items-center gap-2 px-2 sm:px-4">
        {start}
        <Link
          to={home}
          aria-label={`${organization().name}, home`}
          className="flex min-h-11 items-center rounded-sm px-2"
        >
          {isFull && <OrganizationLogo size={30} kind="mark" className="sm:hidden" />}
          <OrganizationLogo size={30} className={isFull ? 'max-sm:hidden' : ''} />
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">{children}</div>
      </div>
    </header>
  )
}
