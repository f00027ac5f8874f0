import type { ReactNode } from 'react'
import { SkipLink } from './SkipLink.tsx'

type AppShellProps = {
  topBar: ReactNode
  /** The side navigation; below 1024 px a slide-over menu replaces it. */
  side?: ReactNode
  children: ReactNode
}

/** Layout of a signed-in screen: top bar, side navigation and main. */
export function AppShell({ topBar, side, children }: AppShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {topBar}
      <div className="flex flex-1">
        {side && (
          <div className="on-board hidden w-60 shrink-0 border-r border-board-line lg:block">
            <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-4">{side}</div>
          </div>
        )}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 sm:px-8 sm:py-10">
          <div className="mx-auto max-w-5xl">{children}</div>
        </main>
      </div>
    </div>
  )
}
