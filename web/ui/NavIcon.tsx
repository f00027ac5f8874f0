import BookOpen from 'lucide-react/icons/book-open'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import CreditCard from 'lucide-react/icons/credit-card'
import ListOrdered from 'lucide-react/icons/list-ordered'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Menu from 'lucide-react/icons/menu'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import Ticket from 'lucide-react/icons/ticket'
import User from 'lucide-react/icons/user'

const icons = {
  'join-league': Ticket,
  profile: User,
  'my-league': Shield,
  standings: ListOrdered,
  'submit-score': ClipboardPen,
  results: ScrollText,
  rules: BookOpen,
  contact: Mail,
  billing: CreditCard,
  settings: Settings,
  logout: LogOut,
  menu: Menu,
} as const

/** The sign beside an entry of the navigation; the entry's words carry the meaning. */
export function NavIcon({ name }: { name: keyof typeof icons }) {
  const Icon = icons[name]
  return <Icon size={20} aria-hidden="true" />
}
