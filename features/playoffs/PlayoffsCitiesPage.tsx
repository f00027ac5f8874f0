import { areaName, allAreas } from '#/contract/areas.ts'
import { pictureOfArea } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { Screen } from '#/web/Screen.tsx'

/** Choose the city whose play-offs to see. */
export default function PlayoffsCitiesPage() {
  return (
    <Screen title="Play-offs" lead="After each season, the top half of each league qualifies. Choose a city.">
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
        {allAreas().map(({ slug }, position) => (
          <li key={slug} className="grid">
            <PictureCard
              picture={<Court picture={pictureOfArea(position)} />}
              title={areaName(slug)}
              actions={
                <ButtonLink to={paths.playoffDivisions(slug)} variant="secondary" wide>
                  Choose<span className="sr-only"> {areaName(slug)}</span>
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
    </Screen>
  )
}
