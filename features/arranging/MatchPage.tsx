import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatDays, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { getMatch } from '#/features/calls.gen.ts'
import { ClockNote } from '#/features/matches/ClockNote.tsx'
import type { MatchCard } from '#/features/matches/contract.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { ArrangingPart, canOffer } from './ArrangingPart.tsx'
import { ForecastPart } from './ForecastPart.tsx'
import { MatchTimeline } from './MatchTimeline.tsx'
import { OpponentPart } from './OpponentPart.tsx'
import { MessageForm } from './MessageForm.tsx'

type Match = Reply<typeof getMatch>

/** One match: its time, its messages, and its history. */
export default function MatchPage() {
  const { id = '' } = useParams()
  const match = useRead(
    getMatch,
    { params: { id } },
    {
      live: { topics: (shown) => (shown ? [`match:${shown.id}`] : []), says: 'This match has changed.' },
    },
  )
  if (match.data) return <MatchScreen match={match.data} />
  return (
    <Screen title="Match">
      <Loaded
        of={match}
        loading="Loading the match"
        skeleton={{ kind: 'cards', count: 2 }}
        missing="We could not find this match. It may have been deleted."
      />
    </Screen>
  )
}

function MatchScreen({ match }: { match: Match }) {
  const { arranging } = match
  const [one, two] = sidesOf(match)
  return (
    <Screen
      title={match.my_side === null ? `${one} against ${two}` : `You against ${match.my_side === 1 ? two : one}`}
      documentTitle="Match"
      kicker={<TextLink to={paths.profile}>My matches</TextLink>}
      lead={
        <p>
          {formatLeague(match)}, {areaName(match.area)}
          {match.play_from !== null && match.play_by !== null && (
            <span className="tabular block">
              {match.window_over ? 'Was to be played' : 'To be played'} {formatDays(match.play_from, match.play_by)}
            </span>
          )}
        </p>
      }
      actions={
        match.played ? (
          <ButtonLink to={paths.result(match.id)}>See the result</ButtonLink>
        ) : (
          arranging.is_mine && (
            <>
              <ButtonLink to={paths.liveScore(match.id)} variant="secondary">
                {match.live ? `${match.live.is_over ? 'Played' : 'Live'} ${match.live.line}` : 'Score it live'}
              </ButtonLink>
              <ButtonLink to={paths.matchScoreSubmission(match.id)} variant="secondary">
                Submit score
              </ButtonLink>
            </>
          )
        )
      }
    >
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
        <div className="flex flex-col gap-5">
          <ClockNote area={match.area} />
          {match.my_side !== null && <OpponentPart match={match} side={match.my_side} />}
          <ArrangingPart match={match} />
          {match.forecast && <ForecastPart forecast={match.forecast} side={match.my_side === null ? one : null} />}
        </div>
        <section aria-labelledby="timeline" className="flex flex-col gap-4">
          <h2 id="timeline" className="lettering text-2xl">
            Messages and history
          </h2>
          <MatchTimeline match_id={match.id} entries={arranging.timeline} canOffer={canOffer(match)} />
          {arranging.is_mine && <MessageForm match_id={match.id} isToday={arranging.is_today} to="the other side" />}
        </section>
      </div>
    </Screen>
  )
}

/** The names of both sides; in doubles both partners'. */
function sidesOf(match: MatchCard): [string, string] {
  const join = (...names: (string | null)[]) => names.filter((name) => name !== null).join(' & ')
  return [join(match.player_one_name, match.player_one_a_name), join(match.player_two_name, match.player_two_a_name)]
}
