import { Navigate, useSearchParams } from 'react-router'
import { areaNames, areas, type AreaSlug } from '#/contract/fields.ts'
import { isArea } from '#/features/matches/words.ts'
import { listDivisions, type Division } from '#/features/seasons/contract.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/web/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** Which division of a city to look at: ?city=. */
export default function PlayoffsDivisionsPage() {
  const [params] = useSearchParams()
  const city = params.get('city')
  const divisions = useRead(listDivisions, {})
  if (!isArea(city)) return <Navigate to={paths.playoffs} replace />
  return (
    <>
      <title>{`Play-offs in ${areaNames[city]} · Deuce`}</title>
      <PageHeader
        kicker={<TextLink to={paths.playoffs}>All cities</TextLink>}
        title={`Play-offs in ${areaNames[city]}`}
        lead="Choose a division."
      />
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Cities"
          tabs={areas.map((slug) => ({
            to: paths.playoffDivisions(slug),
            label: areaNames[slug],
            current: slug === city,
          }))}
        />
        {divisions.data ? (
          <Divisions city={city} divisions={divisions.data.items} />
        ) : divisions.error ? (
          <ErrorState
            onRetry={() => void divisions.refetch()}
            busy={divisions.isFetching}
            requestId={divisions.error.request_id ?? undefined}
          >
            {divisions.error.message}
          </ErrorState>
        ) : (
          <Skeleton kind="cards" count={6} label="Loading the divisions" />
        )}
      </div>
    </>
  )
}

function Divisions({ city, divisions }: { city: AreaSlug; divisions: readonly Division[] }) {
  return (
    <ul className="grid gap-4 xs:grid-cols-2 lg:grid-cols-3">
      {divisions.map(({ slug, name }) => (
        <li key={slug} className="grid">
          <PictureCard
            picture={<Court slug={slug} />}
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
