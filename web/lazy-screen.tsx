import { lazy, useState, type ComponentType } from 'react'
import { useParams, useSearchParams } from 'react-router'

type Address = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams }

/** A screen whose code is loaded when it is opened. `prefetch` starts its reads meanwhile. */
export function lazyScreen(
  load: () => Promise<{ default: ComponentType }>,
  prefetch?: (address: Address) => void,
): ComponentType {
  const Page = lazy(load)
  if (!prefetch) return Page
  return function Prefetched() {
    const params = useParams()
    const [search] = useSearchParams()
    useState(() => prefetch({ params, search }))
    return <Page />
  }
}
