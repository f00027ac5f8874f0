import { areaName, allAreas } from '#/contract/areas.ts'
import { formatLeague, pictureOfArea } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listMyLeagues } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'

/** How many of the player's leagues have a direct link. */
const MOST_MINE = 3

/** The player's own newest brackets, and the cities with play-offs. */
export default function PlayoffsCitiesPage() {
  const leagues = useRead(listMyLeagues, {})
  const mine = (leagues.data ?? []).filter(({ phase }) => phase === 'past').slice(0, MOST_MINE)
  if (leagues.isPending)
    return (
      <Screen title="Play-offs">
        <Skeleton kind="cards" count={3} label="Loading the play-offs" />
      </Screen>
    )
  return (
    <Screen title="Play-offs" lead="After each season, the top half of each league qualifies. Choose a city.">
      {mine.length > 0 && (
        <section aria-labelledby="mine" className="mb-8">
          <h2 id="mine" className="lettering mb-3 text-2xl">
            My leagues
          </h2>
          <ul className="flex flex-wrap gap-3">
            {mine.map((league) => (
              <li key={league.league_id}>
                <ButtonLink
                  variant="secondary"
                  to={paths.playoffBracket({
                    city: league.area,
                    division: league.level_slug,
                    season: league.league_slug,
                    year: league.year,
                  })}
                >
                  {formatLeague(league)}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
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
