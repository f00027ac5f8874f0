import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useNavigate } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import type { MatchDetail } from '#/features/matches/contract.ts'
import { fitsRules } from '#/features/matches/score-check.ts'
import {
  organizerNote,
  scoreBody,
  scoreOfMatch,
  useScoreForm,
  type ScoreForm,
  type ScoreValues,
  playersOf,
} from '#/features/matches/score-form.web.ts'
import { ScoreFields } from '#/features/matches/ScoreFields.tsx'
import { ScoreFormScreen } from '#/features/matches/ScoreFormScreen.tsx'
import { WinnerField } from '#/features/matches/WinnerField.tsx'
import { useAction } from '#/web/action.ts'
import { enterResult, settleByScore, type OrganizerVersion } from './contract.ts'
import { doubleDefaultNote } from './format.ts'
import { ScoreReason } from './ScoreReason.tsx'
import { readsOfMatches } from './stale.web.ts'
import { useEnterResult } from './enter-result.web.ts'

/** Settles a score by entering the correct one. */
export function SettleForm({ match, version }: { match: MatchDetail; version: number }) {
  const navigate = useNavigate()
  const settle = useAction(settleByScore, {
    stale: readsOfMatches,
    onDone: () => navigate(deskPaths.match(match.id), { replace: true }),
  })
  const form = useScoreForm({
    schema: settleByScore.body.check(fitsRules(() => match.rules)),
    keep: useFormDraft(`settlement-${match.id}-${version}`),
    initial: (opened) => scoreOfMatch(match, opened),
    toBody: (values) => ({ ...scoreBody(values, match.rules, playersOf(match)), version, reason: values.reason }),
    rulesOf: () => match.rules,
    onSubmit: (body) => settle.submit({ params: { id: match.id }, body }),
  })
  return <MatchScoreForm form={form} match={match} title="Correct the score" submit="Settle the score" />
}

type MatchResultFormProps = {
  match: MatchDetail
  /** The newest version of a voided score, which the form starts with. */
  last: OrganizerVersion | undefined
}

/** Enters the result of a match without a score. */
export function MatchResultForm({ match, last }: MatchResultFormProps) {
  const enter = useEnterResult()
  const form = useScoreForm({
    schema: enterResult.body.check(fitsRules(() => match.rules)),
    keep: useFormDraft(`result-${match.id}`),
    initial: (opened) => ({ ...scoreOfMatch(match, opened), ...(last && scoreOfVersion(match, last)) }),
    toBody: (values) => ({
      ...scoreBody(values, match.rules, playersOf(match)),
      season: match.league_slug,
      year: match.year,
      division: match.level_slug,
      matchup_id: match.id,
      reason: values.reason,
    }),
    rulesOf: () => match.rules,
    onSubmit: (body) => enter.submit({ body }),
  })
  return <MatchScoreForm form={form} match={match} title="Enter a result" submit="Enter the result" />
}

type MatchScoreFormProps = { form: ScoreForm; match: MatchDetail; title: string; submit: string }

function MatchScoreForm({ form, match, title, submit }: MatchScoreFormProps) {
  return (
    <ScoreFormScreen
      form={form}
      title={title}
      match={match}
      submit={submit}
      note={organizerNote}
      cancel={{ to: deskPaths.match(match.id), label: 'Cancel' }}
    >
      <WinnerField form={form} match={match} />
      <ScoreFields form={form} more={[doubleDefaultNote]} />
      <ScoreReason form={form} />
    </ScoreFormScreen>
  )
}

/** The values of a score form, from a version. */
function scoreOfVersion(match: MatchDetail, version: OrganizerVersion): Partial<ScoreValues> {
  const [one, two] = playersOf(match)
  return {
    winner: version.winner === 'two' ? two : one,
    opponent: version.winner === 'two' ? one : two,
    set_games: version.set_games,
    match_status: version.match_status ?? '',
    match_date: version.match_date.replaceAll('/', '-'),
    match_area: version.match_area,
    match_location: version.match_location,
    hour: version.duration.slice(0, 2),
    minute: version.duration.slice(3),
    match_notes: version.match_notes,
  }
}
