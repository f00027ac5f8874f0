import { areaName, allAreas } from '#/contract/areas.ts'
import { pictureOfArea } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { Screen } from '#/web/Screen.tsx'

/** Chooses the area whose results to see. */
export default function ResultsAreasPage() {
  return (
    <Screen title="Results" lead="Choose an area to see what has been played there.">
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
        {allAreas().map(({ slug }, position) => (
          <li key={slug} className="grid">
            <PictureCard
              picture={<Court picture={pictureOfArea(position)} />}
              title={areaName(slug)}
              actions={
                <ButtonLink to={paths.areaResults(slug)} variant="secondary" wide>
                  See results<span className="sr-only"> of {areaName(slug)}</span>
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
    </Screen>
  )
}
