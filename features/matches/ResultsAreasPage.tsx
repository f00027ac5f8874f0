import { areaNames, areas } from '#/contract/fields.ts'
import { paths } from '#/web/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'

const pictures = { 'south-bend': 'summer-1', indianapolis: 'fall', dc: 'summer-2' } as const

/** Where to look for results. */
export default function ResultsAreasPage() {
  return (
    <>
      <title>Results · Deuce</title>
      <PageHeader title="Results" lead="Choose an area to see what has been played there." />
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
        {areas.map((slug) => (
          <li key={slug} className="grid">
            <PictureCard
              picture={<Court slug={pictures[slug]} />}
              title={areaNames[slug]}
              actions={
                <ButtonLink to={paths.areaResults(slug)} variant="secondary" wide>
                  See results<span className="sr-only"> of {areaNames[slug]}</span>
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
