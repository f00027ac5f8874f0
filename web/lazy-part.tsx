import { Component, lazy, type ComponentType, type ReactNode } from 'react'
import { useOnline } from './connection.ts'
import { Button } from './ui/Button.tsx'
import { Notice } from './ui/Notice.tsx'

/**
 * Messages of Chromium, Firefox and Safari, which have no error code for a file that failed to load, and of
 * web/preload.ts for a style sheet.
 */
const notLoaded = /dynamically imported module|Importing a module script failed|Unable to load the style sheet/i

/** The code of a screen or a part failed to load: there is no network, or a release has replaced the file. */
export class CodeMissing extends Error {}

/** Rethrows an error, as `CodeMissing` if code failed to load. */
export function failMissing(error: unknown): never {
  if (!(error instanceof Error && notLoaded.test(error.message))) throw error
  throw new CodeMissing('Code that was needed did not arrive.', { cause: error })
}

/**
 * A part of a screen whose code loads when it is shown, inside a `Suspense` of the screen. If loading fails, `Instead`
 * or a notice replaces it, and the rest of the screen stays. A browser remembers a failed file until the page is
 * reloaded, so a retry reloads the page.
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

/** Replaces a part that the screen works without, if its code is missing. */
export function Nothing() {
  return null
}

/** Catches code of a screen or part that failed to load; other errors go to the error page. */
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

/** The notice stays until the reader reloads the page, because other input on it may not be saved. */
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
