import { Component, lazy, type ComponentType, type ReactNode } from 'react'
import { useOnline } from './connection.ts'
import { Button } from './ui/Button.tsx'
import { Notice } from './ui/Notice.tsx'

/** What Chromium, Firefox and Safari say of a file that was not loaded, they have no code for it, and web/preload.ts of a style sheet. */
const notLoaded = /dynamically imported module|Importing a module script failed|Unable to load the style sheet/i

/** The code of a screen or a part did not arrive: there is no network, or a release has replaced the file. */
export class CodeMissing extends Error {}

/** Throws on what went wrong with the loading of code, as `CodeMissing` where it did not arrive. */
export function failMissing(error: unknown): never {
  if (!(error instanceof Error && notLoaded.test(error.message))) throw error
  throw new CodeMissing('Code that was needed did not arrive.', { cause: error })
}

/**
 * A part of a screen whose code comes when it is shown, inside a `Suspense` of the screen. Where it does not arrive, `Instead`
 * stands in its place, or a notice when that is left out; the rest of the screen stays. A browser that failed to load a file
 * keeps the failure as long as the page is open, so trying again is loading the page again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Instead?: ComponentType<P>,
): ComponentType<P> {
  const LazyPart: ComponentType<P> = lazy(() => load().catch(failMissing))
  return function Part(props: P) {
    return (
      <CatchMissing fallback={Instead ? <Instead {...props} /> : <PartMissing />}>
        <LazyPart {...props} />
      </CatchMissing>
    )
  }
}

/** For a part that nobody misses. */
export function Nothing() {
  return null
}

/** Catches a screen or a part whose code did not arrive; faults of the program go on to the error page. */
export class CatchMissing extends Component<{ fallback: ReactNode; children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if ((error as unknown) instanceof CodeMissing) return this.props.fallback
    throw error
  }
}

/** It stays as it is until the reader loads the page again: what they have typed beside it may not be kept. */
function PartMissing() {
  const online = useOnline()
  return (
    <Notice
      tone="warn"
      title="This part could not be loaded"
      announce
      actions={
        online && (
          <Button variant="secondary" onClick={() => location.reload()}>
            Load the page again
          </Button>
        )
      }
    >
      {online ? 'Loading the page again usually helps.' : 'Load the page again once you have a connection.'}
    </Notice>
  )
}
