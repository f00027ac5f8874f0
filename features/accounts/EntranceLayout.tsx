import type { ReactNode } from 'react'
import { Link } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { OrganizationLogo } from '#/web/OrganizationLogo.tsx'
import { organization } from '#/contract/organization.ts'

/** Layout of the signed-out screens: a form on one side, a court on the other. */
export function EntranceLayout({ court, children }: { court: 'summer-1' | 'fall' | 'winter'; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(28rem,5fr)_7fr] lg:grid-rows-none">
      <div className="order-2 flex flex-col px-5 pb-10 sm:px-10 lg:order-1 lg:px-14">
        <header className="hidden py-8 lg:block">
          <Home />
        </header>
        <main id="main" className="mx-auto w-full max-w-md flex-1 py-8 lg:py-6">
          {children}
        </main>
      </div>
      <aside className="on-board relative order-1 overflow-hidden lg:sticky lg:top-0 lg:order-2 lg:h-dvh">
        <img
          src={`/courts/${court}.svg`}
          alt=""
          className="h-36 w-full object-cover sm:h-48 lg:absolute lg:inset-0 lg:h-full"
        />
        <div className="absolute top-4 left-5 lg:hidden">
          <Home />
        </div>
        <p className="lettering absolute top-[41%] right-10 hidden text-right text-2xl text-white [text-shadow:0_2px_16px_rgb(0_20_10/0.75)] lg:block">
          Scores that are right.
          <br />A table that explains itself.
        </p>
      </aside>
    </div>
  )
}

function Home() {
  return (
    <Link
      to={paths.signIn}
      aria-label={`${organization().name}, home`}
      className="inline-flex min-h-11 items-center rounded-sm"
    >
      <OrganizationLogo size={34} />
    </Link>
  )
}
