import { useEffect } from 'react'
import { useNavigate, useParams } from '#/web/router.tsx'
import { readArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { showToast } from '#/web/ui/toasts.ts'
import { whenIdle } from '#/web/when-idle.ts'
import { useWaiting } from '#/web/waiting.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { getMatch, getResult, listMyMatches, listResults, reportScore } from './contract.ts'
import type { ScoreReport } from './unsent-score.web.ts'
import { GeneralReportForm } from './GeneralReportForm.tsx'
import { MatchReportForm } from './MatchReportForm.tsx'
import { defaultLocation } from './score-defaults.ts'
import { loadReportSchema } from './score-form.web.ts'

/** Loaded with the form, for when the network goes while it is filled in. */
const loadUnsentScore = () => import('./unsent-score.web.ts')
const loadForOffline = () => Promise.all([loadUnsentScore(), loadReportSchema()])

/** Reports a score: of a match card, or of any two players of a league. */
export default function ScoreSubmissionPage() {
  const { id } = useParams()
  const navigate = useNavigate()
  useEffect(() => whenIdle(() => loadForOffline().catch(() => {})), [])
  const report = useAction(reportScore, {
    stale: [listResults, getResult, listStandings, listMyMatches, getMatch],
    onDone: async (result) => {
      await navigate(paths.result(result.id), { replace: true })
      await import('#/web/install.ts').then(
        ({ noteGoodMoment }) => noteGoodMoment(),
        () => {},
      )
    },
  })
  const reads = [
    useRead(getUser, {}),
    useRead(listMyLeagues, {}),
    useRead(listMyMatches, { query: { page: 1 } }),
  ] as const
  const match = useRead(getMatch, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const unsent = useWaiting().find(({ about }) => about.match_id === match.data?.id && id !== undefined)
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
  if (unsent && !unsent.refused)
    return (
      <Screen title="Submit a score">
        <EmptyState
          picture="no-results"
          title="Your score is waiting to be sent"
          action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
        >
          {unsent.about.line} is kept on this device, and sent when there is a connection. To change it, delete it there
          first.
        </EmptyState>
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
    send: async (body: ScoreReport) => {
      try {
        await report.submit({ body })
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0) throw error
        const unsentScore = await loadUnsentScore().catch(() => null)
        // Without its code the form keeps what was typed.
        if (!unsentScore) throw error
        await unsentScore.keepUntilOnline(body, { player_id: user.id, match_id: match.data?.id ?? null }, error)
        showToast({ tone: 'good', text: 'Your score is kept on this device. It is sent when there is a connection.' })
        await navigate(paths.profile, { replace: true })
      }
    },
  }
  if (match.data) return <MatchReportForm key={match.data.id} match={match.data} {...form} />
  return <GeneralReportForm leagues={leagues.data} area={readArea(user.location) ?? ''} {...form} />
}
