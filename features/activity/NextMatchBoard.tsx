import { paths } from '#/contract/paths.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import { PlayerNames } from '#/features/leagues/PlayerName.tsx'
import { formatLeague } from '#/contract/format.ts'
import { stageNoun } from '#/features/playoffs/format.ts'
import { CONSOLATION_SLOTS, THIRD_PLACE_SLOT } from '#/rules/playoff-stages.ts'
import { formatWhen, playersOn } from '#/features/matches/format.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { useChanged } from '#/web/ui/updates.ts'
import type { Activity, ActivityLeague, NextMatch, PlayoffAhead } from './contract.ts'
import { formatPlayoffOpponent, formatStakes } from './format.ts'

const titles: Partial<Record<Activity['moment'], string>> = {
  first_match: 'Your first match',
  match_today: 'Today',
  last_week: 'Last week of the season',
}

export const boardLook = 'on-board rounded-md border border-board-line p-4 sm:p-6'
export const buttonLook = 'border-on-board! text-on-board! hover:bg-on-board! hover:text-board!'

/** The next match: opponent, time, place and what is at stake. The title says the time of the season. */
export function NextMatchBoard({ next, moment, left }: { next: NextMatch } & Pick<Activity, 'moment' | 'left'>) {
  const { match, opponents } = next
  const changed = useChanged(next)
  const stakes = formatStakes(next)
  return (
    <section aria-labelledby="next-match">
      <h2 id="next-match" className="lettering mb-3 text-2xl">
        {titles[moment] ?? 'Next match'}
      </h2>
      {moment === 'last_week' && left.until !== null && (
        <p className="mb-3 text-ink-soft">
          {left.matches === 1 ? 'Your last match' : `${left.matches} matches`} to play by {formatWhen(left.until, null)}
          .
        </p>
      )}
      <div className={`${changed} ${boardLook}`}>
        <p className="text-sm text-on-board-soft">{formatLeague(match)}</p>
        <p className="mt-1 flex items-center gap-3">
          <Faces of={playersOn(match.my_side === 1 ? 2 : 1, match)} />
          <span className="lettering text-2xl wrap-anywhere">
            <span className="text-lg text-on-board-soft">Against</span>{' '}
            <PlayerNames of={playersOn(match.my_side === 1 ? 2 : 1, match)} />
          </span>
        </p>
        <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
          <Fact term="When">
            {match.match_date === null ? formatOpenDays(match.play_by) : formatWhen(match.match_date, match.match_time)}
          </Fact>
          {match.match_location !== null && <Fact term="Where">{match.match_location}</Fact>}
        </dl>
        {stakes !== '' && <p className="mt-4 border-t border-board-line pt-3">{stakes}</p>}
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={paths.match(match.id)} variant="secondary" className={buttonLook}>
            {match.match_date !== null
              ? 'Times and messages'
              : match.arranging_state === 'offered'
                ? 'See your offer'
                : 'Find a time'}
            <span className="sr-only">: match against {opponents}</span>
          </ButtonLink>
          {next.stage !== null && <BracketLink league={match} />}
          {match.map_url !== null && (
            <a
              href={match.map_url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center px-2 font-[620] underline underline-offset-4"
            >
              Map<span className="sr-only"> of {match.match_location}, opens in a new tab</span>
            </a>
          )}
        </div>
      </div>
    </section>
  )
}

/** The next match of a bracket whose opponent is not known yet. */
export function PlayoffBoard({ playoff }: { playoff: PlayoffAhead }) {
  const { league, stage, third_place, consolation, seed, seeds, play_by } = playoff
  const changed = useChanged(playoff)
  return (
    <section aria-labelledby="next-playoff">
      <h2 id="next-playoff" className="lettering mb-3 text-2xl">
        Your {stageNoun({ stage, slot: third_place ? THIRD_PLACE_SLOT : consolation ? CONSOLATION_SLOTS + 1 : 1 })}
      </h2>
      <div className={`${changed} ${boardLook}`}>
        <p className="text-sm text-on-board-soft">
          {formatLeague(league)}, play-offs, seed {seed} of {seeds}
        </p>
        <p className="lettering mt-1 text-2xl wrap-anywhere">
          <span className="text-lg text-on-board-soft">Against</span> {formatPlayoffOpponent(playoff)}
        </p>
        {play_by !== null && (
          <dl className="mt-4">
            <Fact term="When">To be played by {formatWhen(play_by, null)}</Fact>
          </dl>
        )}
        <div className="mt-4">
          <BracketLink league={league} />
        </div>
      </div>
    </section>
  )
}

export function BracketLink({ league }: { league: ActivityLeague }) {
  const { area: city, level_slug: division, league_slug: season, year } = league
  return (
    <ButtonLink to={paths.playoffBracket({ city, division, season, year })} variant="secondary" className={buttonLook}>
      See the bracket<span className="sr-only">{` of ${formatLeague(league)}`}</span>
    </ButtonLink>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-on-board-soft">{term}</dt>
      <dd className="tabular text-lg font-[650] wrap-anywhere">{children}</dd>
    </div>
  )
}

function formatOpenDays(play_by: string | null): string {
  return play_by === null ? 'No date yet' : `No date yet, to be played by ${formatWhen(play_by, null)}`
}
