import { areaNames, areas } from '#/contract/fields.ts'
import { paths } from '#/web/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'

const pictures = { 'south-bend': 'summer-1', indianapolis: 'fall', dc: 'summer-2' } as const

/** Where to look for play-offs. */
export default function PlayoffsCitiesPage() {
  return (
    <>
      <title>Play-offs · Deuce</title>
      <PageHeader title="Play-offs" lead="After each season the top half of a league plays on. Choose a city." />
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
        {areas.map((slug) => (
          <li key={slug} className="grid">
            <PictureCard
              picture={<Court slug={pictures[slug]} />}
              title={areaNames[slug]}
              actions={
                <ButtonLink to={paths.playoffDivisions(slug)} variant="secondary" wide>
                  Choose<span className="sr-only"> {areaNames[slug]}</span>
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
