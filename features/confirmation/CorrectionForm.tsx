import type { CallInput } from '#/contract/endpoint.ts'
import type { MatchDetail } from '#/features/matches/contract.ts'
import { fitsRules } from '#/features/matches/score-check.ts'
import { scoreBody, scoreOfMatch, useScoreForm } from '#/features/matches/score-form.web.ts'
import { ScoreFields } from '#/features/matches/ScoreFields.tsx'
import { ScoreFormScreen } from '#/features/matches/ScoreFormScreen.tsx'
import { WinnerField } from '#/features/matches/WinnerField.tsx'
import { correctScore } from './contract.ts'

type CorrectionFormProps = {
  match: MatchDetail
  /** The version of the score to correct. */
  version: number
  /** The id of the correcting player. Null when opened from an emailed link. */
  by: number | null
  title: string
  submit: string
  note: string
  send: (body: CallInput<typeof correctScore>['body']) => Promise<unknown>
  cancel: { to: string; label: string }
}

/** The correction of a score, filled in with its current version. */
export function CorrectionForm({ match, version, by, send, ...screen }: CorrectionFormProps) {
  const form = useScoreForm({
    schema: correctScore.body.check(fitsRules(() => match.rules)),
    initial: (opened) => scoreOfMatch(match, opened),
    keep: { name: `correction-${match.id}-${version}-by-${by ?? 'link'}` },
    toBody: (values) => ({ ...scoreBody(values, match.rules), version }),
    rulesOf: () => match.rules,
    onSubmit: send,
  })
  return (
    <ScoreFormScreen form={form} match={match} {...screen}>
      <WinnerField form={form} match={match} />
      <ScoreFields form={form} />
    </ScoreFormScreen>
  )
}
