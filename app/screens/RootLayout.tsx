import { Component, Suspense, useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from '#/web/router.tsx'
import { movedAddress } from '#/contract/areas.ts'
import { ApiError } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { useFocusCare } from '#/web/focus.ts'
import { useScrollMemory } from '#/web/scroll.ts'
import { loadWhenIdle } from '#/web/when-idle.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { OrganizationLogo } from '#/web/OrganizationLogo.tsx'
import { Announcer } from '#/web/ui/Announcer.tsx'
import { ToastRegion } from '#/web/ui/Toast.tsx'
import { organization } from '#/contract/organization.ts'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'

const PublishedTexts = lazyPart(() => import('#/web/PublishedTexts.tsx'), Nothing)

type RootLayoutProps = {
  /** The routes whose links are prefetched. */
  screens: ReactNode
  children: ReactNode
}

/** Wraps every screen: scroll position, focus, error page, and toasts. */
export function RootLayout({ screens, children }: RootLayoutProps) {
  const { pathname, search, hash } = useLocation()
  const moved = movedAddress(pathname + search)
  useScrollMemory()
  useFocusCare()
  usePreparedLinks(screens)
  return (
    <>
      <Catch pathname={pathname}>{moved === null ? children : <Navigate to={moved + hash} replace />}</Catch>
      {organization().texts.length > 0 && (
        <Suspense>
          <PublishedTexts />
        </Suspense>
      )}
      <ToastRegion />
      <Announcer />
    </>
  )
}

/** Prefetches the screens of links that the reader reaches for. This code loads after the first screen. */
function usePreparedLinks(screens: ReactNode): void {
  useEffect(() => {
    const off = new AbortController()
    loadWhenIdle(() => Promise.all([import('#/web/prepare.ts'), import('#/web/view-transition.ts')])).then(
      ([{ registerScreens, prepareOnIntent }, { fadeSteps }]) => {
        if (off.signal.aborted) return
        fadeSteps()
        registerScreens('', screens)
        prepareOnIntent(off.signal)
      },
      () => {},
    )
    return () => off.abort()
  }, [screens])
}

/** Catches errors of a screen. The next navigation resets it. */
class Catch extends Component<{ pathname: string; children: ReactNode }, { error: unknown; pathname: string }> {
  override state = { error: null, pathname: this.props.pathname }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ pathname }: { pathname: string }, state: { pathname: string }) {
    return pathname === state.pathname ? null : { error: null, pathname }
  }

  override render() {
    return this.state.error === null ? this.props.children : <Broken error={this.state.error} />
  }
}

/** Uses only code that is already loaded. */
function Broken({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.request_id : null
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-5 px-5 py-16">
      <PageTitle>Unexpected Application Error!</PageTitle>
      <OrganizationLogo size={36} title={organization().name} />
      <h1 className="lettering text-3xl">Unexpected Application Error!</h1>
      <p>Something on this page went wrong. Your data is safe. Loading the page again usually helps.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Load the page again</Button>
        <ButtonLink variant="secondary" to={paths.signIn} reloadDocument>
          Go to the home page
        </ButtonLink>
      </div>
      {requestId !== null && <p className="text-sm text-ink-soft">Request {requestId}</p>}
    </main>
  )
}
