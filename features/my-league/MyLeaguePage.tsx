import { areaName } from '#/contract/areas.ts'
import { PartnerPanel } from './PartnerPanel.tsx'
import { formatDays } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { MyInvitations } from '#/features/invitations/MyInvitations.tsx'
import { listMyLeagues, type LeagueEntry } from '#/features/leagues/contract.ts'

/** The leagues that the player is in, newest first. */
export default function MyLeaguePage() {
  const leagues = useRead(listMyLeagues, {})
  return (
    <Screen title="My league">
      <MyInvitations />
      <Loaded
        of={leagues}
        loading="Loading your leagues"
        skeleton={{ kind: 'cards', count: 2 }}
        empty={({ length }) =>
          length === 0 && (
            <EmptyState
              picture="no-league"
              title="No League available"
              action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
            >
              You are not in a league yet. Four seasons are open.
            </EmptyState>
          )
        }
      >
        {(mine) => (
          <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6">
            {mine.map((league, index) => (
              <li key={league.league_id} className="grid">
                <LeagueCard league={league} current={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}

function LeagueCard({ league, current }: { league: LeagueEntry; current: boolean }) {
  const { league_name, level_name, level_slug, year, area, starting_date, ending_date, order_id } = league
  const name = <span className="sr-only">{` of ${level_name}, ${league_name} ${year}`}</span>
  return (
    <PictureCard
      picture={<Court slug={level_slug} />}
      corner={current && <Badge tone="live">Current</Badge>}
      selected={current}
      title={
        <span className="flex items-baseline justify-between gap-3">
          {league_name} <span className="figures text-ink-soft">{year}</span>
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.leagueStandings(league)} variant={current ? 'primary' : 'secondary'}>
            Standings
            {name}
          </ButtonLink>
          {current && (
            <ButtonLink to={paths.scoreSubmission} variant="quiet">
              Submit Score
            </ButtonLink>
          )}
          {order_id !== null && (
            <ButtonLink to={paths.receipt(order_id)} variant="quiet">
              Receipt
              {name}
            </ButtonLink>
          )}
        </div>
      }
    >
      <p className="font-[650] text-ink">{level_name}</p>
      <p className="mt-1">
        {areaName(area)} · <span className="tabular">{formatDays(starting_date, ending_date)}</span>
      </p>
      {league.partner && <PartnerPanel league={league} partner={league.partner} />}
    </PictureCard>
  )
}
