import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import type { MatchDetail } from './contract.ts'
import { playersOf, sideNames, type ScoreForm } from './score-form.web.ts'

/** Which side won the match; in a tie, whose games come first. */
export function WinnerField({ form, match }: { form: ScoreForm; match: MatchDetail }) {
  const players = playersOf(match)
  const names = sideNames(match)
  return (
    <RadioGroup
      {...form.radio('winner.id')}
      label={form.tied ? 'Whose games come first?' : 'Who won?'}
      layout="list"
      options={players.map(({ id }, side) => ({ value: id, label: names[side] ?? '' }))}
      onChange={(winner_id) => {
        form.setPlayer('winner', players.find(({ id }) => id === winner_id) ?? null)
        form.setPlayer('opponent', players.find(({ id }) => id !== winner_id) ?? null)
      }}
    />
  )
}
