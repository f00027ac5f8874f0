import { lazy, useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useParams, useSearchParams } from './router.tsx'
import { useOnline } from './connection.ts'
import { noteScreen } from './early-input.ts'
import { CatchMissing, failMissing } from './lazy-part.tsx'
import { PageTitle } from './PageTitle.tsx'
import { ErrorState } from './ui/ErrorState.tsx'

type Address = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams }

/** A screen whose code loads when it is opened, or earlier. */
export type LazyScreen = ComponentType & {
  /** Loads its code in advance, so that it opens without a wait. Returns the component itself. */
  load: () => Promise<ComponentType>
  /** Whether its code has loaded. */
  isLoaded: () => boolean
  /** Starts its first reads. */
  prefetch: (address: Address) => void
}

/** Creates a screen whose code loads when it is opened. `prefetch` starts its reads meanwhile. */
export function lazyScreen(
  load: () => Promise<{ default: ComponentType }>,
  prefetch: (address: Address) => void = () => {},
): LazyScreen {
  let loaded: ComponentType | null = null
  const loadPage = async () => (loaded = (await load()).default)
  const makeLazy = () => lazy(() => loadPage().then((page) => ({ default: page }), failMissing))
  let LazyPage = makeLazy()
  function PrefetchedPage() {
    const params = useParams()
    const [search] = useSearchParams()
    useState(() => prefetch({ params, search }))
    useEffect(noteScreen, [])
    // The component stays the same while the screen is shown.
    const [Page] = useState<ComponentType>(() => loaded ?? LazyPage)
    return <Page />
  }
  function Screen() {
    const [attempt, setAttempt] = useState(0)
    const loadAgain = () => {
      LazyPage = makeLazy()
      setAttempt(attempt + 1)
    }
    return (
      <CatchMissing key={attempt} fallback={<ScreenMissing attempt={attempt} onRetry={loadAgain} />}>
        <PrefetchedPage />
      </CatchMissing>
    )
  }
  return Object.assign(Screen, { load: loadPage, isLoaded: () => loaded !== null, prefetch })
}

/**
 * Loads the screen as soon as the network is back. If the network works, a new release has removed the file, or the
 * browser has cached the failure. Reloading the page fixes both, but only once a minute, so that it cannot go on forever.
 */
function ScreenMissing({ attempt, onRetry }: { attempt: number; onRetry: () => void }) {
  const online = useOnline()
  const retry = useEffectEvent(onRetry)
  useEffect(noteScreen, [])
  useEffect(() => {
    if (!online) return
    if (attempt === 0) retry()
    else if (mayReload()) location.reload()
  }, [online, attempt])
  return (
    <>
      <PageTitle>{online ? 'This page could not be loaded' : 'You are offline'}</PageTitle>
      <ErrorState
        level={1}
        title={online ? 'This page could not be loaded' : 'You are offline'}
        onRetry={() => (online ? location.reload() : onRetry())}
      >
        {online
          ? 'Please try again. Nothing was lost.'
          : 'This page opens automatically as soon as you have a connection again.'}
      </ErrorState>
    </>
  )
}

const reloadedAt = 'reloaded-at'
const reloadPauseMs = 60_000

/** Whether the page may be reloaded for a missing screen, at most once a minute. Records that it is. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadPauseMs) return false
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    return true
  } catch {
    // Without storage, the page could be reloaded forever.
    return false
  }
}
