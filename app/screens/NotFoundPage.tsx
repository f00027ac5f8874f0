import { paths } from '#/contract/paths.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'

export default function NotFoundPage() {
  return (
    <main className="mx-auto max-w-3xl px-4 py-16">
      <PageTitle>Page not found</PageTitle>
      <ErrorState
        level={1}
        picture="lost"
        title="Page not found"
        action={<ButtonLink to={paths.signIn}>Go to the home page</ButtonLink>}
      >
        There is no page at this address. It may have moved, or the link is incomplete.
      </ErrorState>
    </main>
  )
}
