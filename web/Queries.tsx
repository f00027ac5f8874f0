import { QueryClientProvider } from '@tanstack/react-query'
import { useContext, type ReactNode } from 'react'
import { queries } from './api.ts'
import { ServedPage } from './served-page.ts'

/** Provides the query cache: the browser's, or that of the page that the server is rendering. */
export function Queries({ children }: { children: ReactNode }) {
  const page = useContext(ServedPage)
  return <QueryClientProvider client={page?.queries ?? queries}>{children}</QueryClientProvider>
}
