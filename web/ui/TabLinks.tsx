import { Link, useLocation } from 'react-router'

type TabLinksProps = { label: string; tabs: readonly { to: string; label: string; note?: string; current?: boolean }[] }

/** Tabs that are links. `current` is needed where the addresses differ only in their query. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className="border-b-2 border-ink">
      <ul className="-mb-0.5 flex flex-wrap sm:gap-x-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              aria-current={(tab.current ?? tab.to === pathname) ? 'page' : undefined}
              className="flex min-h-12 flex-col justify-center border-b-4 border-transparent px-2 py-2 sm:px-4 text-ink-soft outline-offset-[-3px] hover:bg-sunk hover:text-ink aria-[current=page]:border-ink aria-[current=page]:bg-surface aria-[current=page]:font-[680] aria-[current=page]:text-ink"
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
