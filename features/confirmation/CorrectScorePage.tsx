import { useNavigate, useParams } from 'react-router'
import { getUser } from '#/features/accounts/contract.ts'
import { getMatch, getResult, listMyMatches, listResults, type MatchDetail } from '#/features/matches/contract.ts'
import { ScoreForm } from '#/features/matches/ScoreForm.tsx'
import { listStandings } from '#/features/standings/contract.ts'
import { actionsOf } from '#/rules/confirmation.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { correctScore } from './contract.ts'

/** Correct a score, or mend a slip of one's own: the score form, filled in with what stands. */
export default function CorrectScorePage() {
  const { id = '' } = useParams()
  const me = useRead(getUser, {})
  const match = useRead(getMatch, { params: { id } })
  if (me.data && match.data) return <Correction me={me.data.user.id} match={match.data} />
  const failed = me.error ? me : match
  return (
    <>
      <title>Correct a score · Deuce</title>
      <PageHeader title="Correct a score" />
      {failed.error ? (
        <ReadError
          of={failed}
          missing="There is no such match of yours."
          action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
        />
      ) : (
        <Skeleton count={8} label="Loading the form" />
      )}
    </>
  )
}

function Correction({ me, match }: { me: number; match: MatchDetail }) {
  const navigate = useNavigate()
  const correct = useChange(correctScore, [getResult, listResults, listStandings, listMyMatches, getMatch])
  const { confirmation } = match
  const actions = confirmation ? actionsOf(confirmation.state, confirmation.role, confirmation.has_corrected) : []
  if (!confirmation || !actions.some((action) => action === 'correct' || action === 'edit' || action === 'settle'))
    return (
      <>
        <title>Correct a score · Deuce</title>
        <PageHeader title="Correct a score" />
        <EmptyState
          picture="no-results"
          title="This score can not be corrected now"
          action={<ButtonLink to={paths.result(match.id)}>See the result</ButtonLink>}
        >
          It is final, disputed, or your side has corrected it once already.
        </EmptyState>
      </>
    )
  const settles = confirmation.role === 'organizer'
  return (
    <ScoreForm
      title={settles ? 'Settle a score' : confirmation.role === 'author' ? 'Mend a slip' : 'Correct a score'}
      submit={settles ? 'Settle the score' : 'Send the correction'}
      settles={settles ? 'always' : undefined}
      me={me}
      area={match.area}
      leagues={[]}
      match={match}
      send={async (body) => {
        const { message } = await correct.mutateAsync({
          params: { id: match.id },
          body: { ...body, version: confirmation.version },
        })
        showToast({ tone: 'good', text: message })
        await navigate(paths.result(match.id), { replace: true })
      }}
      cancel={{ to: paths.result(match.id), label: 'Cancel' }}
    />
  )
}
