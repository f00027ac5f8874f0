import Bookmark from 'lucide:bookmark'
import Check from 'lucide:check'
import Columns from 'lucide:columns-3'
import Download from 'lucide:download'

const icons = { columns: Columns, views: Bookmark, file: Download, won: Check } as const

/** A decorative icon of a list. Apart from `Icon`, so that the first page does not load it. */
export function ListIcon({ name }: { name: keyof typeof icons }) {
  const Drawing = icons[name]
  return <Drawing size={18} />
}
