import type { ComponentType } from 'react'
import { createBrowserRouter, redirect, type LoaderFunction, type LoaderFunctionArgs } from 'react-router'
import { getUser } from '#/features/accounts/contract.ts'
import { prefetch, queries, readOf } from './api.ts'
import { paths } from './paths.ts'
import { RootLayout, RouteError } from './RootLayout.tsx'
import { token } from './session.ts'

/** A screen in a file of its own; `reads` are fetched while its code loads. */
function screen(load: () => Promise<{ default: ComponentType }>, reads?: (args: LoaderFunctionArgs) => void) {
  const loader: LoaderFunction = (args) => {
    if (token.get() !== null) reads?.(args)
    return null
  }
  return { lazy: async () => ({ Component: (await load()).default }), loader }
}

/** Every screen of the product. */
export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: paths.signIn, ...screen(() => import('#/features/accounts/SignInPage.tsx')), loader: toDashboardWhenSignedIn },
      { path: paths.signUp, ...screen(() => import('#/features/accounts/SignUpPage.tsx')) },
      { path: paths.gallery, ...screen(() => import('./ui/GalleryPage.tsx')) },
      {
        path: paths.profile,
        ...screen(
          () => import('./DashboardLayout.tsx'),
          () => void prefetch(getUser, {}),
        ),
        children: [],
      },
      { path: '*', ...screen(() => import('./NotFoundPage.tsx')) },
    ],
  },
])

/** A live session goes straight in; a dead one is removed on the way. While the server is away the page just opens. */
async function toDashboardWhenSignedIn() {
  if (token.get() === null) return null
  const known = await queries.ensureQueryData(readOf(getUser, {})).catch(() => null)
  return known ? redirect(paths.profile) : null
}
