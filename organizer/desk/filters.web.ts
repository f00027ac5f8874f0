import { useSearchParams } from 'react-router'

/** The filters of a desk's list, which live in the URL; changing one goes back to the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const hrefOf = (page: number) =>
    `?${new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }).toString()}`
  return {
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    hrefOf,
    of: (name: string) => params.get(name) ?? undefined,
    set: (name: string, value: string) => {
      const next = new URLSearchParams(params)
      next.delete('page')
      if (value === '') next.delete(name)
      else next.set(name, value)
      setParams(next)
    },
    /** Whether anything but the page is asked for. */
    any: [...params.keys()].some((name) => name !== 'page'),
  }
}
