import { readArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { getUser, listMyLeagues, listMyMatches } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { GeneralReportForm } from './GeneralReportForm.tsx'
import { defaultLocation } from './score-defaults.ts'
import { useScoreReport } from './score-report.web.ts'

/** Reports a score of any two players of a league. */
export default function ScoreSubmissionPage() {
  const send = useScoreReport()
  const reads = [
    useRead(getUser, {}),
    useRead(listMyLeagues, {}),
    useRead(listMyMatches, { query: { page: 1 } }),
  ] as const
  const [me, leagues, mine] = reads
  if (!me.data || !leagues.data || !mine.data)
    return (
      <Screen title="Submit a score">
        <Loaded of={reads} loading="Loading the form" skeleton={{ kind: 'lines', count: 8 }} />
      </Screen>
    )
  if (leagues.data.length === 0)
    return (
      <Screen title="Submit a score">
        <EmptyState
          picture="no-league"
          title="No League available"
          action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
        >
          You can report scores against players in your league.
        </EmptyState>
      </Screen>
    )
  const { user } = me.data
  return (
    <GeneralReportForm
      leagues={leagues.data}
      area={readArea(user.location) ?? ''}
      me={{ id: user.id, is_organizer: user.role !== 'player' }}
      cards={mine.data.matchups}
      place={defaultLocation(mine.data.matchups)}
      send={(body) => send(body, { player_id: user.id, by: user.first_name, match_id: null })}
    />
  )
}
