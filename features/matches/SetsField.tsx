import { useState } from 'react'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { ScoreProblem } from '#/rules/score.ts'
import { parseResultLine, scoreOfDate } from '#/rules/score-line.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { capitalized } from '#/rules/sports/formats.ts'
import { mostSets, rulesOfSport, setChoices } from '#/rules/sports/sports.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SetInput } from '#/web/ui/SetInput.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type SetsFieldProps = {
  id: string
  sets: readonly SetScore[]
  onChange: (sets: readonly SetScore[]) => void
  /** Called when the typed line says how the match ended: '6-4 2-1 ret.' */
  onStatus: (status: MatchStatus) => void
  /** The winner's side first. */
  names: readonly [string, string]
  /** Shown at the set that it is about, or below all sets. */
  problem: ScoreProblem | null
  /** The problem as a sentence. */
  sentence: string | null
  /** The season's rules. */
  rules: ScoreRules
}

/**
 * The sets as boards, with the choices that the season's formats allow: in tennis 0-7 for the first two, 0-10 for later
 * ones, with a switch for more (docs/product.md, "Validation"). Longer sets are typed.
 */
export function SetsField({
  id,
  sets,
  onChange,
  onStatus,
  names,
  problem,
  sentence,
  rules: { formats },
}: SetsFieldProps) {
  const { set: word } = rulesOfSport(formats)
  const isPast = ({ score_1, score_2 }: SetScore, index: number) =>
    Math.max(score_1, score_2) > setChoices(formats, index).max
  const [past, setPast] = useState<readonly boolean[]>(() => sets.map(isPast))
  const most = mostSets(formats)

  function change(index: number, set: SetScore): void {
    onChange(sets.map((old, at) => (at === index ? set : old)))
  }

  function readSets(read: readonly SetScore[]): void {
    setPast(read.map(isPast))
    onChange(read)
  }

  function remove(index: number): void {
    onChange(sets.filter((_, at) => at !== index))
    setPast(past.filter((_, at) => at !== index))
  }

  function switchPast(index: number, on: boolean): void {
    setPast(Array.from(sets, (_, at) => (at === index ? on : (past[at] ?? false))))
    const set = sets[index]
    const { max } = setChoices(formats, index)
    if (!on && set) change(index, { score_1: Math.min(max, set.score_1), score_2: Math.min(max, set.score_2) })
  }

  return (
    <fieldset id={id} tabIndex={-1} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-[650]">{capitalized(word)}s</legend>
      <ScoreLineField formats={formats} onRead={readSets} onStatus={onStatus} />
      {sets.map((set, index) => {
        const { max, is_open, is_typed } = setChoices(formats, index)
        return (
          <div key={index} id={`${id}-${index}`}>
            <SetInput
              set={index + 1}
              word={word}
              names={names}
              value={set}
              onChange={(next) => change(index, next)}
              max={max}
              error={problem?.set === index + 1 && sentence !== null ? sentence : undefined}
              {...(index > 0 && { onRemove: () => remove(index) })}
              past={is_typed || (past[index] ?? false)}
              {...(is_open && !is_typed && { onPast: (on: boolean) => switchPast(index, on) })}
            />
          </div>
        )
      })}
      {problem && problem.set === undefined && <p className="text-sm font-[620] text-bad">{sentence}</p>}
      <Button
        variant="secondary"
        icon={<Icon name="add" />}
        onClick={() => onChange([...sets, { score_1: 0, score_2: 0 }])}
        reason={
          sets.length >= most ? `No match has more than ${numbers[most]} ${most === 1 ? word : `${word}s`}.` : undefined
        }
      >
        Add a {word}
      </Button>
    </fieldset>
  )
}

const numbers: Record<number, string> = { 1: 'one', 3: 'three', 5: 'five', 7: 'seven' }

type ScoreLineFieldProps = Pick<ScoreRules, 'formats'> &
  Pick<SetsFieldProps, 'onStatus'> & { onRead: (sets: readonly SetScore[]) => void }

/** The whole score in one line, in players' notation; a valid one fills in the sets. */
function ScoreLineField({ formats, onRead, onStatus }: ScoreLineFieldProps) {
  const [line, setLine] = useState('')
  const read = parseResultLine(line, { formats })
  const dated = read === null ? scoreOfDate(line) : null
  const { set, game, typed, written } = rulesOfSport(formats)
  return (
    <TextField
      label="Score line"
      name="score_line"
      optional
      hint={`The quick way, the winner's ${game}s first: ${typed}. Or tap the ${set}s below.`}
      value={line}
      inputMode="text"
      autoComplete="off"
      maxLength={60}
      error={
        line.trim() === '' || read !== null
          ? undefined
          : dated
            ? `This is a date. Was the score ${scoreLine([dated], null)}?`
            : `Please write it like ${written}, or ${typed}.`
      }
      onChange={({ currentTarget: { value } }) => {
        setLine(value)
        const next = parseResultLine(value, { formats })
        if (next && next.sets.length > 0) onRead(next.sets)
      }}
      // The line is rewritten on blur to show how it was parsed.
      onBlur={() => {
        if (!read) return
        setLine(scoreLine(read.sets, read.status))
        // The status is reported last, because a no-show has no sets and so removes this field.
        if (read.status !== null) onStatus(read.status)
      }}
    />
  )
}
