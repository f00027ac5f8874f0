import { paths } from '#/contract/paths.ts'
import { listResults } from '#/features/calls.gen.ts'
import { useMyArea } from '#/features/leagues/my-area.web.ts'
import { useListSearch } from '#/web/list.ts'
import { Navigate } from '#/web/router.tsx'
import { ResultsList } from './ResultsList.tsx'

/** The results of one area: ?area=, filtered by ?season=&year=&division=. */
export default function ResultsPage() {
  const { area, season, year, division } = useListSearch(listResults).values
  const { league } = useMyArea()
  if (area === undefined) return <Navigate to={paths.results} replace />
  const isMine =
    league !== undefined &&
    [league.area, league.league_slug, String(league.year), league.level_slug].join(' ') ===
      [area, season, String(year), division].join(' ')
  return <ResultsList area={area} league={league} isMine={isMine} />
}
