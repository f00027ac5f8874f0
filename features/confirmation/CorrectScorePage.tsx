import { useNavigate, useParams } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import {
  getUser,
  getMatch,
  getResult,
  listMyMatches,
  listResults,
  listStandings,
  correctScore,
} from '#/features/calls.gen.ts'
import type { MatchDetail } from '#/features/matches/contract.ts'
import { formatPlayerNote, organizerNote, otherSideOf } from '#/features/matches/score-form.web.ts'
import { actionsOf } from '#/rules/confirmation.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'

/** Corrects the other side's score, edits one's own, or settles it as an organizer. */
export default function CorrectScorePage() {
  const { id = '' } = useParams()
  const me = useRead(getUser, {})
  const match = useRead(getMatch, { params: { id } })
  if (me.data && match.data) return <Correction me={me.data.user.id} match={match.data} />
  return (
    <Screen title="Correct a score">
      <Loaded
        of={[me, match]}
        loading="Loading the form"
        skeleton={{ kind: 'lines', count: 8 }}
        missing="We could not find this match."
        action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
      />
    </Screen>
  )
}

function Correction({ me, match }: { me: number; match: MatchDetail }) {
  const navigate = useNavigate()
  const correct = useAction(correctScore, {
    stale: [getResult, listResults, listStandings, listMyMatches, getMatch],
    onDone: () => navigate(paths.result(match.id), { replace: true }),
  })
  const { confirmation } = match
  const actions = confirmation ? actionsOf(confirmation.state, confirmation.role, confirmation.has_corrected) : []
  const action = actions.find((each) => each === 'correct' || each === 'edit' || each === 'settle')
  if (!confirmation || !action)
    return (
      <Screen title="Correct a score">
        <EmptyState
          picture="no-results"
          title="This score cannot be corrected now"
          action={<ButtonLink to={paths.result(match.id)}>See the result</ButtonLink>}
        >
          It is final or disputed, or your side has already corrected it once.
        </EmptyState>
      </Screen>
    )
  const { title, submit } = headings[action]
  return (
    <CorrectionForm
      match={match}
      version={confirmation.version}
      by={me}
      title={title}
      submit={submit}
      note={action === 'settle' ? organizerNote : formatPlayerNote(otherSideOf(match, me))}
      send={(body) => correct.submit({ params: { id: match.id }, body })}
      cancel={{ to: paths.result(match.id), label: 'Cancel' }}
    />
  )
}

const headings = {
  correct: { title: 'Correct a score', submit: 'Send the correction' },
  edit: { title: 'Edit your score', submit: 'Save the score' },
  settle: { title: 'Settle a score', submit: 'Settle the score' },
}
