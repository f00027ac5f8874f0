import { useEffect, useRef } from 'react'
import { Link, useGoingTo, useLocation } from '#/web/router.tsx'

type TabLinksProps = { label: string; tabs: readonly { to: string; label: string; note?: string; current?: boolean }[] }

/**
 * Tabs that are links, in one row that scrolls sideways if necessary. `current` is required if the addresses differ
 * only in their query. A pressed tab is current at once, even while its content loads.
 */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const { pathname } = useLocation()
  const row = useRef<HTMLUListElement>(null)
  const shown = tabs.findIndex((tab) => tab.current ?? tab.to === pathname)
  const pressed = useGoingTo(tabs.map(({ to }) => to))
  const chosen = pressed === -1 ? shown : pressed

  // Scrolls the current tab into view, together with a part of the previous tab.
  useEffect(() => {
    const tab = row.current?.children[chosen]
    if (row.current && tab instanceof HTMLElement) row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - 32
  }, [chosen])

  return (
    <nav aria-label={label} className="min-w-0">
      <ul ref={row} className="more-sideways flex border-b-2 border-ink sm:gap-x-1">
        {tabs.map((tab, index) => (
          <li key={`${tab.to} ${tab.label}`} className="shrink-0">
            <Link
              to={tab.to}
              aria-current={index === chosen ? 'page' : undefined}
              className="flex min-h-12 flex-col justify-center border-b-4 border-transparent px-3 py-2 sm:px-4 whitespace-nowrap text-ink-soft outline-offset-[-3px] hover:bg-sunk hover:text-ink aria-[current=page]:border-ink aria-[current=page]:bg-surface aria-[current=page]:font-[680] aria-[current=page]:text-ink"
            >
              {tab.label}
              {tab.note && <span className="text-xs font-normal">{tab.note}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
