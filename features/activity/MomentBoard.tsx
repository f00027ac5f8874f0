import type { ReactNode } from 'react'
import { formatDay, formatLeague } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { formatAmount } from '#/contract/money.ts'
import { paths } from '#/contract/paths.ts'
import { addToCart, isCartOf, useCart } from '#/features/checkout/cart.web.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import { playersOn } from '#/features/matches/format.ts'
import { stageNoun } from '#/features/playoffs/format.ts'
import { isLate } from '#/rules/activity.ts'
import { THIRD_PLACE_SLOT } from '#/rules/playoff-stages.ts'
import { useNavigate } from '#/web/router.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { useChanged } from '#/web/ui/updates.ts'
import type { Activity, BracketEnd, MyStanding, PastLeague, SeasonAgain, Waiting } from './contract.ts'
import { formatRecord, formatWaiting } from './format.ts'
import { boardLook, BracketLink, buttonLook } from './NextMatchBoard.tsx'

/** The first picture of the moments that have no next match: late, all played, and after a season. */
export function MomentBoard({ activity }: { activity: Activity }) {
  const { moment, waiting, standings, bracket, past, again } = activity
  const late = waiting.find(({ kind }) => isLate(kind))
  const [standing] = standings
  const next = past && <Again again={again} />
  if (moment === 'overdue' && late) return <Late late={late} />
  if (moment === 'all_played' && standing) return <AllPlayed standing={standing} />
  if ((moment === 'champion' || moment === 'knocked_out') && bracket)
    return (
      <>
        <BracketEnded bracket={bracket} />
        {next}
      </>
    )
  if (past && (moment === 'season_over' || moment === 'between_seasons'))
    return (
      <>
        <SeasonEnded past={past} />
        {next}
      </>
    )
  return null
}

function Board({ id, title, league, of, children }: BoardProps) {
  const changed = useChanged(of)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="lettering mb-3 text-2xl">
        {title}
      </h2>
      <div className={`${changed} ${boardLook}`}>
        <p className="text-sm text-on-board-soft">{league}</p>
        {children}
      </div>
    </section>
  )
}

type BoardProps = { id: string; title: string; league: string; of: unknown; children: ReactNode }

/** A match whose days are over: what follows without the player, and what can still be done. */
function Late({ late }: { late: Waiting }) {
  const { match, opponents, league } = late
  const { text, to, label } = formatWaiting(late)
  return (
    <Board id="late" title="Late" league={formatLeague(league)} of={late}>
      <p className="mt-1 flex items-center gap-3">
        {match !== null && match.my_side !== null && <Faces of={playersOn(match.my_side === 1 ? 2 : 1, match)} />}
        <span className="lettering text-2xl wrap-anywhere">
          <span className="text-lg text-on-board-soft">Against</span> {opponents}
        </span>
      </p>
      <p className="mt-4">
        {match?.play_by && `To be played by ${formatDay(match.play_by)}. `}
        {text}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {late.kind === 'unplayed' && (
          <ButtonLink to={paths.matchScoreSubmission(match?.id ?? 0)} variant="secondary" className={buttonLook}>
            Report the score
          </ButtonLink>
        )}
        <ButtonLink to={to} variant="secondary" className={buttonLook}>
          {label}
          <span className="sr-only">: match against {opponents}</span>
        </ButtonLink>
      </div>
    </Board>
  )
}

function AllPlayed({ standing }: { standing: MyStanding }) {
  return (
    <Board id="all-played" title="All your matches are played" league={formatLeague(standing)} of={standing}>
      <Place {...standing} />
      <p className="mt-3">The table can still change until the others have played.</p>
      <div className="mt-4">
        <ButtonLink to={paths.leagueStandings(standing)} variant="secondary" className={buttonLook}>
          See the table
        </ButtonLink>
      </div>
    </Board>
  )
}

function Place({ rank, total, ...record }: Pick<PastLeague, 'rank' | 'total' | 'wins' | 'losses' | 'ties'>) {
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
      {rank !== null && <span className="lettering text-2xl">{formatOrdinal(rank)}</span>}
      <span className="text-on-board-soft">
        {rank !== null && `of ${total}, `}
        {formatRecord(record)}
      </span>
    </p>
  )
}

/** The end of the player's play-offs: champion, or out. */
function BracketEnded({ bracket }: { bracket: BracketEnd }) {
  const { won, last, league } = bracket
  const stage = last && stageNoun({ stage: last.stage, slot: last.third_place ? THIRD_PLACE_SLOT : 1 })
  return (
    <Board
      id="bracket-ended"
      title={won ? 'Champion' : stage === null || last?.third_place ? 'Your play-offs are over' : `Out in the ${stage}`}
      league={`${formatLeague(league)}, play-offs`}
      of={bracket}
    >
      {last && (
        <p className="lettering mt-1 text-2xl wrap-anywhere">
          <span className="text-lg text-on-board-soft">{won ? 'You beat' : 'Against'}</span> {last.opponent}{' '}
          <span className="tabular whitespace-nowrap">{last.score}</span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <BracketLink league={league} />
        {last && (
          <ButtonLink to={paths.result(last.match_id)} variant="secondary" className={buttonLook}>
            {won ? 'Share the final' : 'See the result'}
          </ButtonLink>
        )}
      </div>
    </Board>
  )
}

function SeasonEnded({ past }: { past: PastLeague }) {
  return (
    <Board id="season-ended" title={`${past.league_name} ${past.year} is over`} league={formatLeague(past)} of={past}>
      <Place {...past} />
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={paths.recap(past.season_id)} variant="secondary" className={buttonLook}>
          My season in review
        </ButtonLink>
        <ButtonLink to={paths.leagueStandings(past)} variant="secondary" className={buttonLook}>
          See the final table
        </ButtonLink>
      </div>
    </Board>
  )
}

/** The next season to join: one press puts the same division into the cart. */
function Again({ again }: { again: SeasonAgain | null }) {
  const navigate = useNavigate()
  const chosen = useCart()
  if (!again) return <p className="text-ink-soft">No other season is on sale yet.</p>
  const { division, name } = again
  const isCartElsewhere = chosen.cart.length > 0 && !isCartOf(again, chosen)
  const join = () => {
    if (division) addToCart(again, { ...division, season_count: 1 })
    void navigate(paths.orderSummary)
  }
  return (
    <section aria-labelledby="again" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 id="again" className="lettering text-2xl">
        Next: {name} {again.year}
      </h2>
      <p className="mt-1 text-ink-soft">First day: {formatDay(again.starting_date)}.</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        {division && !isCartElsewhere && (
          <Button onClick={join}>
            Join {division.name}, {formatAmount(division.price)}
          </Button>
        )}
        <TextLink to={paths.divisions(again.slug, again.year)}>
          {division ? 'Other divisions' : `Choose a division of ${name} ${again.year}`}
        </TextLink>
      </div>
    </section>
  )
}
