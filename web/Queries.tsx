import { QueryClientProvider } from '@tanstack/react-query'
import { useContext, type ReactNode } from 'react'
import { queries } from './api.ts'
import { ServedPage } from './served-page.ts'

/** Gives the screens inside it the cache of what was read: the browser's, or that of the page which the server is making. */
export function Queries({ children }: { children: ReactNode }) {
  const page = useContext(ServedPage)
  return <QueryClientProvider client={page?.queries ?? queries}>{children}</QueryClientProvider>
}
