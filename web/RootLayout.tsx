import { Outlet, ScrollRestoration, useRouteError } from 'react-router'
import { ApiError } from './api.ts'
import { paths } from './paths.ts'
import { ButtonLink } from './ui/Button.tsx'
import { ErrorState } from './ui/ErrorState.tsx'
import { ToastRegion } from './ui/Toast.tsx'

/** Round every screen: where it was scrolled to, and the messages. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <ToastRegion />
    </>
  )
}

/** A screen that broke. */
export function RouteError() {
  const error = useRouteError()
  return (
    <main className="mx-auto max-w-3xl px-4 py-16">
      <title>Unexpected Application Error! · Deuce</title>
      <ErrorState
        level={1}
        title="Unexpected Application Error!"
        onRetry={() => location.reload()}
        requestId={error instanceof ApiError ? (error.request_id ?? undefined) : undefined}
        action={<ButtonLink to={paths.signIn} reloadDocument>Go to the start</ButtonLink>}
      >
        Something on this page broke. Your data is safe; loading the page again usually mends it.
      </ErrorState>
    </main>
  )
}
