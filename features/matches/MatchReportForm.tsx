import type { CallInput } from '#/contract/endpoint.ts'
import { paths } from '#/contract/paths.ts'
import { useSearchParams } from '#/web/router.tsx'
import type { MatchDetail, reportScore } from './contract.ts'
import {
  formatPlayerNote,
  organizerNote,
  otherSideOf,
  loadReportSchema,
  playersOf,
  scoreBody,
  scoreOfMatch,
  useNoteOn,
  useScoreForm,
} from './score-form.web.ts'
import { ScoreFields } from './ScoreFields.tsx'
import { ScoreFormScreen } from './ScoreFormScreen.tsx'
import { WinnerField } from './WinnerField.tsx'

type MatchReportFormProps = {
  match: MatchDetail
  me: { id: number; is_organizer: boolean }
  /** The place of the player's last match. */
  place: string
  send: (body: CallInput<typeof reportScore>['body']) => Promise<unknown>
}

/** Reports one of the player's matches; an organizer may report any. */
export function MatchReportForm({ match, me, place, send }: MatchReportFormProps) {
  const [address] = useSearchParams()
  const form = useScoreForm({
    schema: () => loadReportSchema().then(({ reportSchema }) => reportSchema(() => match.rules)),
    initial: (opened) => ({
      ...scoreOfMatch(match, opened),
      match_location: match.match_location ?? place,
      ...winnerOf(match, address.get('winner')),
    }),
    keep: { name: `score-${match.id}-by-${me.id}` },
    toBody: (values) => ({
      ...scoreBody(values, match.rules),
      season: match.league_slug,
      year: match.year,
      division: match.level_slug,
      matchup_id: match.id,
    }),
    rulesOf: () => match.rules,
    onSubmit: send,
  })
  const plays = [match.player_one_id, match.player_two_id].includes(me.id)
  const note = useNoteOn(
    form,
    me.is_organizer && !plays ? organizerNote : formatPlayerNote(otherSideOf(match, me.id)),
    match,
  )
  return (
    <ScoreFormScreen
      form={form}
      title="Submit a score"
      match={match}
      submit="Submit Score"
      note={note}
      cancel={{ to: paths.profile, label: 'Cancel' }}
    >
      <WinnerField form={form} match={match} />
      <ScoreFields form={form} />
    </ScoreFormScreen>
  )
}

/** The winner and the opponent that the address names. */
function winnerOf(match: MatchDetail, winner: string | null) {
  const [one, two] = playersOf(match)
  if (match.my_side === null || (winner !== 'me' && winner !== 'them')) return {}
  return (match.my_side === 1) === (winner === 'me') ? { winner: one, opponent: two } : { winner: two, opponent: one }
}
