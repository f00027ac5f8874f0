import { useNavigate, useParams } from 'react-router'
import { listedAreas } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { getMatch, getResult, listMyMatches, listResults, reportScore } from './contract.ts'
import { GeneralReportForm } from './GeneralReportForm.tsx'
import { MatchReportForm } from './MatchReportForm.tsx'
import { defaultLocation } from './score-defaults.ts'

/** Reports a score: of a match card, or of any two players of a league. */
export default function ScoreSubmissionPage() {
  const { id } = useParams()
  const navigate = useNavigate()
  const report = useAction(reportScore, {
    stale: [listResults, getResult, listStandings, listMyMatches, getMatch],
    onDone: (result) => navigate(paths.result(result.id), { replace: true }),
  })
  const reads = [
    useRead(getUser, {}),
    useRead(listMyLeagues, {}),
    useRead(listMyMatches, { query: { page: 1 } }),
  ] as const
  const match = useRead(getMatch, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const [me, leagues, mine] = reads
  const waits = [...reads, ...(id === undefined ? [] : [match])]
  if (!me.data || !leagues.data || !mine.data || (id !== undefined && !match.data))
    return (
      <Screen title="Submit a score">
        <Loaded
          of={waits}
          loading="Loading the form"
          skeleton={{ kind: 'lines', count: 8 }}
          missing="We could not find this match."
          action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
        />
      </Screen>
    )
  if (match.data?.played)
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
  if (leagues.data.length === 0 && !match.data)
    return (
      <Screen title="Submit a score">
        <EmptyState
          picture="no-league"
          title="No League available"
          action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
        >
          You can report scores against players of your league.
        </EmptyState>
      </Screen>
    )
  const { user } = me.data
  const form = {
    me: { id: user.id, is_organizer: user.role !== 'player' },
    place: defaultLocation(mine.data.matchups),
    send: (body: Parameters<typeof report.submit>[0]['body']) => report.submit({ body }),
  }
  if (match.data) return <MatchReportForm key={match.data.id} match={match.data} {...form} />
  return (
    <GeneralReportForm
      leagues={leagues.data}
      area={listedAreas().find(({ name }) => name === user.location)?.slug ?? ''}
      {...form}
    />
  )
}
