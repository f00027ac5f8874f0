import type { ReactNode } from 'react'
import { Link } from './router.tsx'
import { Queries } from './Queries.tsx'
import { paths } from '#/contract/paths.ts'
import { AppShell } from '#/web/ui/AppShell.tsx'
import { TopBar } from '#/web/TopBar.tsx'

/** Layout of public pages that show a match or a bracket. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <Queries>
      <AppShell
        topBar={
          <TopBar home={paths.signIn}>
            <Link
              to={paths.profile}
              className="inline-flex min-h-11 items-center rounded-sm px-3 font-[620] underline decoration-2 underline-offset-4 hover:no-underline"
            >
              My matches
            </Link>
          </TopBar>
        }
      >
        {children}
      </AppShell>
    </Queries>
  )
}
