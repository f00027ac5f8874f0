import { allAreas } from '#/contract/areas.ts'
import { useMyArea } from '#/features/leagues/my-area.web.ts'
import { Screen } from '#/web/Screen.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { CityPlayoffsScreen } from './CityPlayoffsScreen.tsx'

/** The play-offs of the player's own city, with the other cities one press away. */
export default function PlayoffsCitiesPage() {
  const { isPending, area } = useMyArea()
  const city = area ?? allAreas()[0]?.slug
  if (!isPending && city !== undefined) return <CityPlayoffsScreen city={city} />
  return (
    <Screen title="Play-offs">
      <Skeleton kind="rows" count={8} label="Loading the play-offs" />
    </Screen>
  )
}
