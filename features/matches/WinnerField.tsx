import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import type { MatchDetail } from './contract.ts'
import { playersOf, sideNames, winnerLabels, type ScoreForm } from './score-form.web.ts'

/** Which side won the match, the reader's first; in a tie, whose games come first. Nothing after a double default. */
export function WinnerField({ form, match }: { form: ScoreForm; match: MatchDetail }) {
  const players = playersOf(match)
  const names = sideNames(match)
  const labels = winnerLabels(match)
  const { my_side } = match
  if (form.status === 'Double default') return null
  const options = players.map(({ id }, side) => {
    const name = names[side] ?? ''
    if (my_side === null || form.tied) return { value: id, label: name }
    return { value: id, label: labels[side === my_side - 1 ? 'me' : 'them'], note: `${name} won` }
  })
  return (
    <RadioGroup
      {...form.radio('winner.id')}
      label={form.tied ? 'Whose games come first?' : 'Who won?'}
      layout="list"
      options={my_side === 2 ? options.toReversed() : options}
      onChange={(winner_id) => {
        form.setPlayer('winner', players.find(({ id }) => id === winner_id) ?? null)
        form.setPlayer('opponent', players.find(({ id }) => id !== winner_id) ?? null)
      }}
    />
  )
}
