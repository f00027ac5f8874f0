import { allAreas } from '#/contract/areas.ts'
import { useMyArea } from '#/features/leagues/my-area.web.ts'
import { Screen } from '#/web/Screen.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { ResultsList } from './ResultsList.tsx'

/** The results of the player's league, else of their area, with all areas one press away. */
export default function ResultsAreasPage() {
  const { isPending, area = allAreas()[0]?.slug, league } = useMyArea()
  if (isPending || area === undefined)
    return (
      <Screen title="Results">
        <Skeleton kind="rows" count={8} label="Loading the results" />
      </Screen>
    )
  const isMine = league !== undefined && league.phase !== 'next'
  const query = isMine
    ? { area, season: league.league_slug, year: String(league.year), division: league.level_slug }
    : { area }
  return <ResultsList area={area} league={league} isMine={isMine} query={query} />
}
