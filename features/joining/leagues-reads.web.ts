import { listDivisions, listSeasons } from '#/features/calls.gen.ts'
import { prefetch } from '#/web/api.ts'

/** Fetches the leagues page's first data while its code loads. */
export function prefetchLeagues(): void {
  prefetch(listSeasons, {})
  prefetch(listDivisions, {})
}
