import { lazy, useState, type ComponentType } from 'react'
import { useParams, useSearchParams } from 'react-router'

type Asked = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams }

/** A screen in a file of its own. What `read` starts is on its way while the code loads. */
export function screen(load: () => Promise<{ default: ComponentType }>, read?: (asked: Asked) => void): ComponentType {
  const Page = lazy(load)
  if (!read) return Page
  return function Screen() {
    const params = useParams()
    const [search] = useSearchParams()
    useState(() => read({ params, search }))
    return <Page />
  }
}
