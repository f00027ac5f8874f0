import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { listedAreas } from '#/contract/areas.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getMatch, getResult, listMyMatches, listResults, reportScore } from './contract.ts'
import { ScoreForm } from './ScoreForm.tsx'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { defaultLocation } from './score-defaults.ts'

/** Submit a score: from a match card already filled in, else from nothing. */
export default function ScoreSubmissionPage() {
  const { id } = useParams()
  const navigate = useNavigate()
  const report = useChange(reportScore, [listResults, getResult, listStandings, listMyMatches, getMatch])
  const me = useRead(getUser, {})
  const leagues = useRead(listMyLeagues, {})
  const match = useRead(getMatch, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const reads = [me, leagues, match]
  const mine = useRead(listMyMatches, { query: { page: 1 } })

  if (reads.some(({ error }) => error))
    return (
      <Frame>
        <ReadError
          of={reads}
          missing="There is no such match of yours."
          action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
        />
      </Frame>
    )
  if (!me.data || !leagues.data || (id !== undefined && !match.data) || mine.isPending)
    return (
      <Frame>
        <Skeleton count={8} label="Loading the form" />
      </Frame>
    )
  if (match.data?.played)
    return (
      <Frame>
        <EmptyState
          picture="no-results"
          title="This match has a score"
          action={<ButtonLink to={paths.result(match.data.id)}>See the result</ButtonLink>}
        >
          {match.data.player_one_name} against {match.data.player_two_name} has already been reported.
        </EmptyState>
      </Frame>
    )
  if (leagues.data.length === 0 && !match.data)
    return (
      <Frame>
        <EmptyState
          picture="no-league"
          title="No League available"
          action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
        >
          Scores are reported between players of one league.
        </EmptyState>
      </Frame>
    )
  const { user } = me.data
  return (
    <ScoreForm
      key={id ?? 'new'}
      title="Submit a score"
      submit="Submit Score"
      me={user.id}
      area={listedAreas().find(({ name }) => name === user.location)?.slug ?? ''}
      place={defaultLocation(mine.data?.matchups ?? [])}
      settles={user.role === 'player' ? undefined : 'of others'}
      leagues={leagues.data}
      match={match.data ?? null}
      send={async (body) => {
        const { id: result_id, message } = await report.mutateAsync({ body })
        showToast({ tone: 'good', text: message })
        await navigate(paths.result(result_id), { replace: true })
      }}
      cancel={{ to: paths.profile, label: 'Cancel' }}
    />
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <title>Submit a score · Deuce</title>
      <PageHeader title="Submit a score" />
      {children}
    </>
  )
}
