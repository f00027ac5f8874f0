import { areaName } from '#/contract/areas.ts'
import { courtOfSlug } from '#/contract/courts.ts'
import { formatLeague } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { listMyLeagues } from '#/features/calls.gen.ts'

/** My leagues, each with a link to its players. */
export default function PlayersPage() {
  const leagues = useRead(listMyLeagues, {})
  return (
    <Screen
      title="Players"
      lead="The players of your leagues, and how to reach them to arrange a match."
      actions={
        <ButtonLink to={paths.comparison()} variant="secondary">
          Compare players
        </ButtonLink>
      }
    >
      <Loaded
        of={leagues}
        loading="Loading your leagues"
        skeleton={{ kind: 'cards' }}
        empty={({ length }) =>
          length === 0 && (
            <EmptyState
              picture="no-players"
              title="No League available"
              action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
            >
              You can see the players of the leagues that you play in.
            </EmptyState>
          )
        }
      >
        {(mine) => (
          <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6 xl:grid-cols-3">
            {mine.map((league) => (
              <li key={league.league_id} className="grid">
                <PictureCard
                  picture={<Court picture={courtOfSlug(league.level_slug)} />}
                  title={
                    <span className="flex items-baseline justify-between gap-3">
                      {league.league_name} <span className="figures text-ink-soft">{league.year}</span>
                    </span>
                  }
                  actions={
                    <ButtonLink to={paths.leaguePlayers(league)} variant="secondary" wide>
                      See players
                      <span className="sr-only">{` of ${formatLeague(league)}`}</span>
                    </ButtonLink>
                  }
                >
                  <p className="font-[650] text-ink">{league.level_name}</p>
                  <p className="mt-1">{areaName(league.area)}</p>
                </PictureCard>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}
