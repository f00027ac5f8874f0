import Bookmark from 'lucide:bookmark'
import Columns from 'lucide:columns-3'
import Download from 'lucide:download'

const icons = { columns: Columns, views: Bookmark, file: Download } as const

/** A decorative icon of a list's tools. Apart from `Icon`, so that the first page does not load it. */
export function ListIcon({ name }: { name: keyof typeof icons }) {
  const Drawing = icons[name]
  return <Drawing size={18} />
}
