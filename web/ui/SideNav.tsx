import type { ReactNode } from 'react'
import { Link, useTarget } from '#/web/router.tsx'

export type NavItem = {
  to: string
  label: string
  icon: ReactNode
  /** Another path below which the entry is current. */
  also?: string
  /** Whether only this exact path is current, not those below it. */
  end?: boolean
}

type SideNavProps = {
  label: string
  items: readonly NavItem[]
  /** Shown after the entries: log out, theme. */
  children?: ReactNode
  onNavigate?: () => void
}

/** The navigation of the signed-in area. The current entry is highlighted, a pressed one at once. */
export function SideNav({ label, items, children, onNavigate }: SideNavProps) {
  const { pathname } = useTarget()
  const isCurrent = ({ to, end, also }: NavItem) =>
    pathname === to || (!end && pathname.startsWith(`${to}/`)) || (also !== undefined && pathname.startsWith(also))
  return (
    <nav aria-label={label} className="flex flex-col">
      <ul className="flex flex-col">
        {items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              aria-current={isCurrent(item) ? 'page' : undefined}
              onClick={onNavigate}
              className="flex min-h-11 items-center gap-3 border-l-4 border-transparent py-2 pr-4 pl-4 text-on-board-soft outline-offset-[-3px] hover:bg-on-board/8 hover:text-on-board aria-[current=page]:border-live aria-[current=page]:bg-board-well aria-[current=page]:font-[680] aria-[current=page]:text-on-board"
            >
              <span aria-hidden="true" className="shrink-0 *:size-5">
                {item.icon}
              </span>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
      {children && <div className="mt-4 border-t border-board-line px-4 pt-4">{children}</div>}
    </nav>
  )
}
