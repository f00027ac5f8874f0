import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { getPublicLiveScore } from '#/features/calls.gen.ts'
import { Follower } from './Follower.tsx'
import { useRepeat } from '#/web/repeat.ts'

/** Milliseconds between two reads: nobody is told of a change without a session. */
const READ_AGAIN_MS = 3_000

/** The live score of a play-off match, as anybody with its link follows it. */
export default function SharedLivePage() {
  const { id = '' } = useParams()
  return (
    <PublicFrame>
      <SharedLive id={id} />
    </PublicFrame>
  )
}

function SharedLive({ id }: { id: string }) {
  const read = useRead(getPublicLiveScore, { params: { id } })
  const { refetch } = read
  useRepeat(refetch, read.data && !read.data.is_reported ? READ_AGAIN_MS : null)
  const match = read.data
  return (
    <Screen
      title={match ? `${match.player_one} against ${match.player_two}` : 'Live score'}
      documentTitle={match ? `Live: ${match.player_one} against ${match.player_two}` : 'Live score'}
      kicker={match ? `${formatLeague(match)}, ${areaName(match.area)}` : '\u00a0'}
    >
      <Loaded of={read} loading="Loading the live score" missing="We could not find this play-off match.">
        {(shown) =>
          shown.is_reported ? (
            <EmptyState
              picture="no-results"
              title="This match has been reported"
              action={<ButtonLink to={paths.sharedResult(shown.match_id)}>See the result</ButtonLink>}
            >
              It is over.
            </EmptyState>
          ) : shown.live ? (
            <Follower match={shown} />
          ) : (
            <EmptyState picture="no-results" title="Nobody is scoring this match" action={null}>
              When one of its players starts to score it, it shows here by itself.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}
