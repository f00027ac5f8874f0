import { listDivisions, listSeasons } from '#/features/calls.gen.ts'
import { prefetch } from '#/web/api.ts'

/** What the leagues show first; fetched while their code loads. */
export function prefetchLeagues(): void {
  prefetch(listSeasons, {})
  prefetch(listDivisions, {})
}
