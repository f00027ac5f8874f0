import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { courtOfSlug } from '#/contract/courts.ts'
import { formatDays, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { WithdrawDialog } from '#/features/checkout/WithdrawDialog.tsx'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { ChancesLater } from '#/features/standings/ChancesLater.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { isBeforeTheDraw, NextSteps } from './NextSteps.tsx'
import { PartnerPanel } from './PartnerPanel.tsx'

/** One of the player's leagues, with the next step and actions. */
export function LeagueCard({ league, current }: { league: LeagueEntry; current: boolean }) {
  const { league_name, level_name, level_slug, year, area, starting_date, ending_date } = league
  return (
    <PictureCard
      picture={<Court picture={courtOfSlug(level_slug)} />}
      corner={current && <Badge tone="live">Current</Badge>}
      selected={current}
      title={
        <span className="flex items-baseline justify-between gap-3">
          {league_name} <span className="figures text-ink-soft">{year}</span>
        </span>
      }
      actions={<Actions league={league} current={current} />}
    >
      <p className="font-[650] text-ink">{level_name}</p>
      <p className="mt-1">
        {areaName(area)} · <span className="tabular">{formatDays(starting_date, ending_date)}</span>
      </p>
      {league.format && <p className="mt-2">{league.format}</p>}
      {league.phase === 'playing' && league.drawn && !league.ladder && !league.leaving && (
        <ChancesLater league_id={league.league_id} />
      )}
      {league.leaving && <p className="mt-2">You have left this league. Your refund is on its way.</p>}
      {league.partner && <PartnerPanel league={league} partner={league.partner} />}
      {isBeforeTheDraw(league) && !league.leaving && (
        <div className="mt-4">
          <NextSteps league={league} />
        </div>
      )}
    </PictureCard>
  )
}

function Actions({ league, current }: { league: LeagueEntry; current: boolean }) {
  const [leaving, setLeaving] = useState(false)
  const { league_id, season_id, phase, level_name, order_id, withdrawal, starting_date } = league
  const { area: city, level_slug: division, league_slug: season, year } = league
  const bracket = { city, division, season, year }
  const name = <span className="sr-only">{` of ${formatLeague(league)}`}</span>
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.leagueStandings(league)} variant={current ? 'primary' : 'secondary'}>
        Standings
        {name}
      </ButtonLink>
      {league.takes_scores && (
        <ButtonLink to={paths.leagueScoreSubmission(league)} variant="quiet">
          Submit Score
          {!current && name}
        </ButtonLink>
      )}
      {league.ladder && league.drawn && (
        <ButtonLink to={paths.ladder(league_id)} variant="quiet">
          Ladder
          {name}
        </ButtonLink>
      )}
      {phase === 'playing' && !league.ladder && (
        <ButtonLink to={paths.openToPlay(league_id)} variant="quiet">
          Open to play
          {!current && name}
        </ButtonLink>
      )}
      {phase === 'past' && (
        <ButtonLink to={paths.recap(season_id)} variant="quiet">
          My season
          {name}
        </ButtonLink>
      )}
      {phase === 'past' && (
        <ButtonLink to={paths.playoffBracket(bracket)} variant="quiet">
          Play-offs
          {name}
        </ButtonLink>
      )}
      {order_id !== null && (
        <ButtonLink to={paths.receipt(order_id)} variant="quiet">
          Receipt
          {name}
        </ButtonLink>
      )}
      {withdrawal && (
        <Button variant="quiet" onClick={() => setLeaving(true)}>
          Withdraw<span className="sr-only">{` from ${formatLeague(league)}`}</span>
        </Button>
      )}
      {leaving && withdrawal && (
        <WithdrawDialog place={{ ...withdrawal, level_name, starting_date }} onClose={() => setLeaving(false)} />
      )}
    </div>
  )
}
