import Search from 'lucide:search'
import { IconButton } from './Button.tsx'

/** Opens the search of the desk. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      label="Find anything"
      aria-keyshortcuts="Control+K Meta+K /"
      icon={<Search size={22} />}
      onClick={onClick}
    />
  )
}
