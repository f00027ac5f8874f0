import { Suspense, useRef } from 'react'
import { Navigate, Outlet, useLocation } from '#/web/router.tsx'
import { Bell } from '#/features/notifications/Bell.tsx'
import { ReauthenticateDialog } from '#/organizer/desk/ReauthenticateDialog.tsx'
import { DeskSearch } from '#/organizer/search/DeskSearch.tsx'
import { EnrollNotice } from '#/organizer/security/EnrollNotice.tsx'
import { SecondFactorGate } from '#/organizer/security/SecondFactorGate.tsx'
import { SignedIn } from './SignedIn.tsx'
import { useRead } from '#/web/api.ts'
import { Queries } from '#/web/Queries.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { LogOutButton, Me } from './DashboardLayout.tsx'
import { integrationPaths } from '#/contract/integration-paths.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { impersonation } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { AppShell } from '#/web/ui/AppShell.tsx'
import { IconButton } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { OrganizationLogo } from '#/web/OrganizationLogo.tsx'
import { SideNav } from '#/web/ui/SideNav.tsx'
import { closeSlideOver, openSlideOver, SlideOver } from '#/web/ui/SlideOver.tsx'
import { ThemeToggle } from '#/web/ui/ThemeToggle.tsx'
import { TopBar } from '#/web/TopBar.tsx'
import { getOrganizer } from '#/organizer/calls.gen.ts'
import { ToastUndo } from '#/organizer/desk/ToastUndo.tsx'
import { undoParts } from '#/web/undo.ts'
import { organization } from '#/contract/organization.ts'

const entries = [
  { to: deskPaths.overview, label: 'Overview', icon: <Icon name="overview" />, end: true },
  { to: deskPaths.seasons, also: '/organizer/leagues/', label: 'Seasons', icon: <Icon name="join-league" /> },
  { to: deskPaths.entries, label: 'Entries', icon: <Icon name="my-league" /> },
  { to: deskPaths.matches, label: 'Matches', icon: <Icon name="results" /> },
  { to: deskPaths.playoffs, label: 'Play-offs', icon: <Icon name="result" /> },
  { to: deskPaths.payments, label: 'Payments', icon: <Icon name="billing" /> },
  { to: deskPaths.players, label: 'Players', icon: <Icon name="players" /> },
  { to: deskPaths.messages, label: 'Messages', icon: <Icon name="contact" /> },
  { to: deskPaths.exchange, label: 'Import and export', icon: <Icon name="exchange" /> },
  { to: integrationPaths.pages, label: 'Integrations', icon: <Icon name="settings" /> },
  { to: deskPaths.auditLog, label: 'Audit log', icon: <Icon name="record" /> },
  { to: deskPaths.security, label: 'Security', icon: <Icon name="security" /> },
]
const forOwners = [
  { to: deskPaths.people, label: 'Organizers', icon: <Icon name="organizers" /> },
  { to: deskPaths.organization, label: 'Organization', icon: <Icon name="organization" /> },
  { to: deskPaths.checks, label: 'Checks', icon: <Icon name="record" /> },
  { to: deskPaths.texts, label: 'Texts', icon: <Icon name="rules" /> },
]
const forSetup = [{ to: deskPaths.setup, label: 'Set up', icon: <Icon name="settings" /> }]
const forDemos = [{ to: deskPaths.demo, label: 'Demo clock', icon: <Icon name="clock" /> }]

undoParts.of = (audit_id) => (dismiss) => <ToastUndo audit_id={audit_id} dismiss={dismiss} />

/** Layout of the organizer's desk. */
export default function OrganizerLayout() {
  const impersonates = useStored(impersonation) !== null
  return (
    <SignedIn>
      {/* The tab of an impersonation is the player's. */}
      {impersonates ? (
        <Navigate to={paths.profile} replace />
      ) : (
        <Queries>
          <Desk />
        </Queries>
      )}
    </SignedIn>
  )
}

function Desk() {
  const { pathname } = useLocation()
  const menu = useRef<HTMLDialogElement>(null)
  const desk = useRead(getOrganizer, {})
  const isOpen = desk.data && !desk.data.second_factor.due && !desk.data.second_factor.missing
  if (desk.data?.role === 'player') return <Navigate to={paths.profile} replace />
  return (
    <>
      <AppShell
        topBar={
          <TopBar
            home={deskPaths.overview}
            isFull
            start={
              <div className="lg:hidden">
                <IconButton label="Open menu" icon={<Icon name="menu" />} onClick={() => openSlideOver(menu.current)} />
              </div>
            }
          >
            {isOpen && <DeskSearch organizer_id={desk.data.id} />}
            <Bell />
            <Me />
          </TopBar>
        }
        side={<Entries />}
      >
        <Loaded of={desk} loading="Opening the desk">
          {({ second_factor }) =>
            second_factor.due ? (
              <SecondFactorGate {...second_factor} />
            ) : (
              <>
                {!second_factor.enrolled && !second_factor.passkey && (
                  <EnrollNotice {...second_factor} isHere={pathname.startsWith(deskPaths.security)} />
                )}
                <Suspense>
                  {second_factor.missing && !pathname.startsWith(deskPaths.security) ? (
                    <Navigate to={deskPaths.security} replace />
                  ) : (
                    <Outlet />
                  )}
                </Suspense>
                <ReauthenticateDialog />
              </>
            )
          }
        </Loaded>
      </AppShell>
      <SlideOver dialog={menu} label="Menu" head={<OrganizationLogo size={28} title={organization().name} />}>
        <Entries onNavigate={() => closeSlideOver(menu.current)} />
      </SlideOver>
    </>
  )
}

function Entries({ onNavigate }: { onNavigate?: () => void }) {
  const { data } = useRead(getOrganizer, {})
  const isOwner = data?.role === 'owner'
  const items = [
    ...(isOwner && !organization().is_open ? forSetup : []),
    ...entries,
    ...(isOwner ? forOwners : []),
    ...(data?.demo ? forDemos : []),
  ]
  return (
    <SideNav
      label="Desk"
      items={[...items, { to: paths.profile, label: 'My player pages', icon: <Icon name="profile" />, end: true }]}
      {...(onNavigate ? { onNavigate } : {})}
    >
      <LogOutButton {...(onNavigate ? { onAsk: onNavigate } : {})} />
      <div className="mt-4">
        <ThemeToggle />
      </div>
    </SideNav>
  )
}
