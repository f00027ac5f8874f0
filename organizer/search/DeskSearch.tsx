import { useEffect, useRef, useState } from 'react'
import { deskPaths } from '#/contract/desk-paths.ts'
import { collectTyping, type Typed } from '#/web/early-typing.web.ts'
import { onDemand } from '#/web/on-demand.tsx'
import { useNavigate } from '#/web/router.tsx'
import { registerShortcuts } from '#/web/shortcuts.web.ts'
import { SearchButton } from '#/web/ui/SearchButton.tsx'

const SearchPalette = onDemand(() => import('./SearchPalette.tsx').then((part) => part.default))
const ShortcutsDialog = onDemand(() => import('./ShortcutsDialog.tsx').then((part) => part.default))

// Not with o, x, j or k, which are keys of a row.
const goTo = [
  ['h', 'Overview', deskPaths.overview],
  ['s', 'Seasons', deskPaths.seasons],
  ['e', 'Entries', deskPaths.entries],
  ['m', 'Matches', deskPaths.matches],
  ['f', 'Play-offs', deskPaths.playoffs],
  ['y', 'Payments', deskPaths.payments],
  ['p', 'Players', deskPaths.players],
  ['i', 'Import and export', deskPaths.exchange],
  ['a', 'Audit log', deskPaths.auditLog],
] as const

/** The search of the desk and the keys that work on each of its screens. */
export function DeskSearch({ organizer_id }: { organizer_id: number }) {
  const [open, setOpen] = useState<'search' | 'shortcuts' | null>(null)
  const navigate = useNavigate()
  const typing = useRef<{ take: () => Typed }>(null)

  function search() {
    typing.current = collectTyping(() => setOpen(null))
    setOpen('search')
  }

  useEffect(() => {
    const general = 'Everywhere'
    const list = 'In a list'
    return registerShortcuts([
      { keys: 'Mod+k', title: 'Search', group: general, act: search },
      { keys: '/', title: 'Search', group: general, act: search },
      { keys: '?', title: 'These shortcuts', group: general, act: () => setOpen('shortcuts') },
      // The table acts on these (web/ui/DataTable.tsx).
      { keys: 'j', title: 'Next row', group: list },
      { keys: 'k', title: 'Previous row', group: list },
      { keys: 'Enter', title: 'Open the row', group: list },
      { keys: 'o', title: 'Open the row', group: list },
      { keys: 'x', title: 'Select the row', group: list },
      { keys: 'Escape', title: 'Clear the selection', group: list },
      ...goTo.map(([key, title, path]) => ({
        keys: `g ${key}`,
        title,
        group: 'Go to',
        act: () => void navigate(path),
      })),
    ])
  }, [navigate])

  const close = () => {
    typing.current?.take()
    setOpen(null)
  }

  return (
    <>
      <SearchButton onClick={search} />
      {open === 'search' && (
        <SearchPalette
          organizer_id={organizer_id}
          takeTyped={() => typing.current?.take() ?? nothing}
          onClose={close}
        />
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

const nothing: Typed = { text: '', entered: false }
