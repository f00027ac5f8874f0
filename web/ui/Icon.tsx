import ArrowLeftRight from 'lucide:arrow-left-right'
import BookOpen from 'lucide:book-open'
import Building from 'lucide:building-2'
import CalendarPlus from 'lucide:calendar-plus'
import ClipboardList from 'lucide:clipboard-list'
import ClipboardPen from 'lucide:clipboard-pen'
import Clock from 'lucide:clock'
import CreditCard from 'lucide:credit-card'
import Gauge from 'lucide:gauge'
import Gift from 'lucide:gift'
import KeyRound from 'lucide:key-round'
import ListOrdered from 'lucide:list-ordered'
import LogOut from 'lucide:log-out'
import Mail from 'lucide:mail'
import Menu from 'lucide:menu'
import Pencil from 'lucide:pencil'
import Plus from 'lucide:plus'
import ScrollText from 'lucide:scroll-text'
import Settings from 'lucide:settings'
import Shield from 'lucide:shield'
import Ticket from 'lucide:ticket'
import Trash from 'lucide:trash-2'
import Trophy from 'lucide:trophy'
import User from 'lucide:user'
import UserCog from 'lucide:user-cog'
import Users from 'lucide:users'

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

/** A decorative icon beside a text with the same meaning. */
export function Icon({ name }: { name: keyof typeof icons }) {
  const Drawing = icons[name]
  return <Drawing size={20} />
}
