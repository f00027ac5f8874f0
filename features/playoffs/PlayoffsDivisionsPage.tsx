import { Navigate, useSearchParams } from '#/web/router.tsx'
import { courtOfSlug } from '#/contract/courts.ts'
import { type AreaSlug, areaName, findArea, allAreas } from '#/contract/areas.ts'
import { listDivisions } from '#/features/calls.gen.ts'
import type { Division } from '#/features/seasons/contract.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** Choose a division of a city: ?city=. */
export default function PlayoffsDivisionsPage() {
  const [params] = useSearchParams()
  const city = findArea(params.get('city'))
  const divisions = useRead(listDivisions, {})
  if (city === undefined) return <Navigate to={paths.playoffs} replace />
  return (
    <Screen
      title={`Play-offs in ${areaName(city)}`}
      kicker={<TextLink to={paths.playoffs}>All cities</TextLink>}
      lead="Choose a division."
    >
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Cities"
          tabs={allAreas().map(({ slug }) => ({
            to: paths.playoffDivisions(slug),
            label: areaName(slug),
            current: slug === city,
          }))}
        />
        <Loaded of={divisions} loading="Loading the divisions" skeleton={{ kind: 'cards', count: 6 }}>
          {({ items }) => <Divisions city={city} divisions={items} />}
        </Loaded>
      </div>
    </Screen>
  )
}

function Divisions({ city, divisions }: { city: AreaSlug; divisions: readonly Division[] }) {
  return (
    <ul className="grid gap-4 xs:grid-cols-2 lg:grid-cols-3">
      {divisions.map(({ slug, name }) => (
        <li key={slug} className="grid">
          <PictureCard
            picture={<Court picture={courtOfSlug(slug)} />}
            title={name}
            actions={
              <ButtonLink to={paths.playoffBracket({ city, division: slug })} variant="secondary" wide>
                See play-offs<span className="sr-only"> of {name}</span>
              </ButtonLink>
            }
          />
        </li>
      ))}
    </ul>
  )
}
