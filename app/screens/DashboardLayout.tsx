import { Suspense, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from '#/web/router.tsx'
import { getUser, logOut } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { SignedIn } from './SignedIn.tsx'
import { useRead } from '#/web/api.ts'
import { Queries } from '#/web/Queries.tsx'
import { Bell } from '#/features/notifications/Bell.tsx'
import { useCart } from '#/features/checkout/cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { useHydrated } from '#/web/served-page.ts'
import { impersonation, signOut } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { useWaiting } from '#/web/waiting.ts'
import { loadWhenIdle } from '#/web/when-idle.ts'
import { KnowsPeople } from '#/features/leagues/knows-people.web.ts'
import { AppShell } from '#/web/ui/AppShell.tsx'
import { Avatar } from '#/web/ui/Avatar.tsx'
import { IconButton } from '#/web/ui/Button.tsx'
import { CartButton } from '#/web/ui/CartButton.tsx'
import { OrganizationLogo } from '#/web/OrganizationLogo.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SideNav } from '#/web/ui/SideNav.tsx'
import { closeSlideOver, openSlideOver, SlideOver } from '#/web/ui/SlideOver.tsx'
import { ThemeToggle } from '#/web/ui/ThemeToggle.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { TopBar } from '#/web/TopBar.tsx'
import { formatName } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'
import { onDemand } from '#/web/on-demand.tsx'

const entries = [
  { to: paths.joinLeague, label: 'Join League', icon: <Icon name="join-league" /> },
  { to: paths.profile, label: 'My Profile', icon: <Icon name="profile" />, end: true },
  { to: paths.players, label: 'Players', icon: <Icon name="players" /> },
  { to: paths.rules, label: 'Rules', icon: <Icon name="rules" /> },
  { to: paths.myLeague, label: 'My League', icon: <Icon name="my-league" /> },
  { to: paths.standings(), label: 'Standings', icon: <Icon name="standings" /> },
  { to: paths.playoffs, label: 'Play Offs', icon: <Icon name="result" /> },
  { to: paths.scoreSubmission, label: 'Submit Score', icon: <Icon name="submit-score" /> },
  { to: paths.results, label: 'Results', icon: <Icon name="results" /> },
  { to: paths.contactUs, label: 'Contact Us', icon: <Icon name="contact" /> },
  { to: paths.refer, label: 'Refer a friend', icon: <Icon name="refer" /> },
  { to: paths.paymentHistory, label: 'Billing', icon: <Icon name="billing" /> },
  { to: paths.settings, label: 'Settings', icon: <Icon name="settings" /> },
]

// Loads after the screen. If its code cannot be loaded there is no network, and the screen reports that.
const DeviceStatus = lazyPart(() => loadWhenIdle(() => import('./DeviceStatus.tsx')), Nothing)

const LogOutDialog = onDemand(() => import('./LogOutDialog.tsx').then((part) => part.LogOutDialog))

/** Layout of the signed-in area. Without a session it redirects to the sign-in page. */
export default function DashboardLayout() {
  const { pathname } = useLocation()
  const menu = useRef<HTMLDialogElement>(null)
  const hasCart = pathname.startsWith(paths.joinLeague)
  const hydrated = useHydrated()

  return (
    <SignedIn>
      <Queries>
        <AppShell
          topBar={
            <TopBar
              home={paths.profile}
              isFull={hasCart}
              start={
                <div className="lg:hidden">
                  <IconButton
                    label="Open menu"
                    icon={<Icon name="menu" />}
                    onClick={() => openSlideOver(menu.current)}
                  />
                </div>
              }
            >
              {hasCart && <Cart />}
              <Bell />
              <Me />
            </TopBar>
          }
          side={<Entries />}
        >
          <ImpersonationBanner />
          {hydrated && (
            <Suspense>
              <DeviceStatus />
            </Suspense>
          )}
          <Suspense>
            <KnowsPeople value>
              <Outlet />
            </KnowsPeople>
          </Suspense>
        </AppShell>
        <SlideOver dialog={menu} label="Menu" head={<OrganizationLogo size={28} title={organization().name} />}>
          <Entries onNavigate={() => closeSlideOver(menu.current)} />
        </SlideOver>
      </Queries>
    </SignedIn>
  )
}

const desk = { to: paths.desk, label: "Organizer's desk", icon: <Icon name="overview" /> }

function Entries({ onNavigate }: { onNavigate?: () => void }) {
  const { data } = useRead(getUser, {})
  const impersonates = useStored(impersonation) !== null
  const runsLeagues = data !== undefined && data.user.role !== 'player' && !data.user.impersonated
  return (
    <SideNav label="Main" items={runsLeagues ? [...entries, desk] : entries} {...(onNavigate ? { onNavigate } : {})}>
      {!impersonates && <LogOutButton {...(onNavigate ? { onAsk: onNavigate } : {})} />}
      <div className="mt-4">
        <ThemeToggle />
      </div>
    </SideNav>
  )
}

/** `onAsk`: called before the confirmation, for a menu that would cover it. */
export function LogOutButton({ onAsk }: { onAsk?: () => void }) {
  const navigate = useNavigate()
  const end = useAction(logOut, { toast: null })
  // The token is removed even if the call fails, so that this browser is signed out in any case.
  const [asks, setAsks] = useState(false)
  const unsent = useWaiting().length
  const ask = () => {
    onAsk?.()
    setAsks(true)
  }
  const leave = async () => {
    await end.submit({}).catch(() => undefined)
    signOut()
    await navigate(paths.signIn)
  }
  return (
    <>
      <button
        type="button"
        onClick={() => (unsent > 0 ? ask() : void leave())}
        className="-mx-4 flex min-h-11 w-[calc(100%+2rem)] items-center gap-3 border-l-4 border-transparent px-4 py-2 text-on-board-soft outline-offset-[-3px] hover:bg-on-board/8 hover:text-on-board"
      >
        <Icon name="logout" />
        Logout
      </button>
      {asks && (
        <LogOutDialog unsent={unsent} busy={end.busy} onClose={() => setAsks(false)} onConfirm={() => void leave()} />
      )}
    </>
  )
}

function Cart() {
  const { cart: items } = useCart()
  return (
    <CartButton
      count={items.length}
      to={paths.orderSummary}
      onEmpty={() => showToast({ tone: 'bad', text: 'Cart is empty' })}
    />
  )
}

export function Me() {
  const { data } = useRead(getUser, {})
  if (!data) return null
  const { user } = data
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:pr-2">
      <span className="max-w-24 truncate sm:max-w-40">{user.first_name}</span>
      <Avatar name={formatName(user)} photo={user.photo} />
    </span>
  )
}
