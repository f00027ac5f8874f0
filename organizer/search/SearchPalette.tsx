import { searchDesk } from '#/organizer/calls.gen.ts'
import { foldName } from '#/rules/name-fold.ts'
import { call } from '#/web/call.ts'
import type { Typed } from '#/web/early-typing.web.ts'
import { useNavigate } from '#/web/router.tsx'
import { CommandPalette } from '#/web/ui/CommandPalette.tsx'
import type { SearchGroup, SearchItem } from './contract.ts'
import { keepRecent, listRecent } from './recent.web.ts'

const headings: Record<SearchGroup['kind'], string> = {
  player: 'Players',
  league: 'Leagues',
  match: 'Matches',
  order: 'Orders',
  page: 'Pages',
  audit: 'Audit log',
}

type SearchPaletteProps = { organizer_id: number; takeTyped: () => Typed; onClose: () => void }

/** The search of the desk: recent items first, then what the server finds. */
export default function SearchPalette({ organizer_id, takeTyped, onClose }: SearchPaletteProps) {
  const navigate = useNavigate()

  async function search(q: string, signal: AbortSignal) {
    const { groups } = await call(searchDesk, { query: { q } }, { signal })
    return groups.map(({ kind, items }) => ({
      key: kind,
      heading: headings[kind],
      items: items.map((item) => ({ ...item, id: `${kind} ${item.id}` })),
    }))
  }

  function choose({ id, title, detail, path }: SearchItem) {
    keepRecent(organizer_id, { id, title, detail, path })
    onClose()
    void navigate(path)
  }

  return (
    <CommandPalette
      label="Search the desk"
      placeholder="Search players, leagues, orders…"
      hint="Type a name, an email, a phone number, two names for a match, an order’s number, or a page."
      takeTyped={takeTyped}
      instant={(text) => ({ key: 'recent', heading: 'Recent', items: recentWith(organizer_id, text) })}
      search={search}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

/** Recent items that have every word of the text. */
function recentWith(organizer_id: number, text: string): readonly SearchItem[] {
  const words = foldName(text).split(/\s+/)
  return listRecent(organizer_id).filter(({ title, detail }) => {
    const own = ` ${foldName(`${title} ${detail}`)}`
    return words.every((word) => own.includes(` ${word}`))
  })
}
