import { allAreas } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { useMyArea } from '#/features/leagues/my-area.web.ts'
import { Navigate } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'

/** Opens the results of the player's league, else of their area; all areas are one press away there. */
export default function ResultsAreasPage() {
  const { isPending, area, league } = useMyArea()
  const to =
    league && !(league.phase === 'next')
      ? paths.leagueResults(league)
      : paths.areaResults(area ?? allAreas()[0]?.slug ?? '')
  if (!isPending) return <Navigate to={to} replace />
  return (
    <Screen title="Results">
      <Skeleton kind="rows" count={8} label="Loading the results" />
    </Screen>
  )
}
