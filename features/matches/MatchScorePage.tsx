import { useParams } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { getUser, getMatch, listMyMatches } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { useWaiting } from '#/web/waiting.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { MatchReportForm } from './MatchReportForm.tsx'
import { defaultLocation } from './score-defaults.ts'
import { useScoreReport } from './score-report.web.ts'

/** Reports the score of a match card. */
export default function MatchScorePage() {
  const { id = '' } = useParams()
  const send = useScoreReport()
  const reads = [
    useRead(getUser, {}),
    useRead(listMyMatches, { query: { page: 1 } }),
    useRead(getMatch, { params: { id } }),
  ] as const
  const [me, mine, match] = reads
  const unsent = useWaiting().find(({ about }) => about.match_id === match.data?.id)
  if (!me.data || !mine.data || !match.data)
    return (
      <Screen title="Submit a score">
        <Loaded
          of={reads}
          loading="Loading the form"
          skeleton={{ kind: 'lines', count: 8 }}
          missing="We could not find this match."
          action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
        />
      </Screen>
    )
  if (unsent && !unsent.refused)
    return (
      <Screen title="Submit a score">
        <EmptyState
          picture="no-results"
          title="Your score is waiting to be sent"
          action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
        >
          {unsent.about.line} is saved on this device, and will be sent once you are online. To change it, delete it
          there first.
        </EmptyState>
      </Screen>
    )
  if (match.data.played)
    return (
      <Screen title="Submit a score">
        <EmptyState
          picture="no-results"
          title="This match has a score"
          action={<ButtonLink to={paths.result(match.data.id)}>See the result</ButtonLink>}
        >
          {match.data.player_one_name} against {match.data.player_two_name} has already been reported.
        </EmptyState>
      </Screen>
    )
  const { user } = me.data
  const match_id = match.data.id
  return (
    <MatchReportForm
      key={match_id}
      match={match.data}
      me={{ id: user.id, is_organizer: user.role !== 'player' }}
      place={defaultLocation(mine.data.matchups)}
      send={(body) => send(body, { player_id: user.id, by: user.first_name, match_id })}
    />
  )
}
