import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookOpen from 'lucide-react/icons/book-open'
import Building from 'lucide-react/icons/building-2'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import Clock from 'lucide-react/icons/clock'
import CreditCard from 'lucide-react/icons/credit-card'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import KeyRound from 'lucide-react/icons/key-round'
import ListOrdered from 'lucide-react/icons/list-ordered'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Menu from 'lucide-react/icons/menu'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import Ticket from 'lucide-react/icons/ticket'
import Trash from 'lucide-react/icons/trash-2'
import Trophy from 'lucide-react/icons/trophy'
import User from 'lucide-react/icons/user'
import UserCog from 'lucide-react/icons/user-cog'
import Users from 'lucide-react/icons/users'

const icons = {
  'join-league': Ticket,
  profile: User,
  players: Users,
  'my-league': Shield,
  standings: ListOrdered,
  'submit-score': ClipboardPen,
  results: ScrollText,
  rules: BookOpen,
  contact: Mail,
  refer: Gift,
  billing: CreditCard,
  settings: Settings,
  logout: LogOut,
  menu: Menu,
  calendar: CalendarPlus,
  add: Plus,
  edit: Pencil,
  delete: Trash,
  result: Trophy,
  overview: Gauge,
  exchange: ArrowLeftRight,
  record: ClipboardList,
  security: KeyRound,
  organizers: UserCog,
  organization: Building,
  clock: Clock,
} as const

/** A decorative icon beside a text that has the meaning. */
export function Icon({ name }: { name: keyof typeof icons }) {
  const Drawing = icons[name]
  return <Drawing size={20} aria-hidden="true" />
}
