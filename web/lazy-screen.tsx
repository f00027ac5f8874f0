import { lazy, useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useParams, useSearchParams } from './router.tsx'
import { useOnline } from './connection.ts'
import { noteScreen } from './early-input.ts'
import { CatchMissing, failMissing } from './lazy-part.tsx'
import { PageTitle } from './PageTitle.tsx'
import { ErrorState } from './ui/ErrorState.tsx'

type Address = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams }

/** A screen whose code comes when it is opened, or before. */
export type LazyScreen = ComponentType & {
  /** Loads its code, so that it is shown at once; answers the component itself. */
  load: () => Promise<ComponentType>
  /** Whether its code is there. */
  isLoaded: () => boolean
  /** Starts its first reads. */
  prefetch: (address: Address) => void
}

/** A screen whose code is loaded when it is opened. `prefetch` starts its reads meanwhile. */
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
    // The same one as long as it is shown.
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
 * Loads the screen as soon as the network is back. With a network the file is gone, by a new release, or the browser keeps
 * the failure: loading the page again repairs both. Once, and not again until the screen has been seen missing for a minute.
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
          : 'This page opens by itself as soon as you have a connection again.'}
      </ErrorState>
    </>
  )
}

const reloadedAt = 'reloaded-at'
const reloadPauseMs = 60_000

/** Whether the page was not reloaded for a missing screen within the last minute; notes that it is now. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadPauseMs) return false
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    return true
  } catch {
    // Without storage it could go on for ever.
    return false
  }
}
