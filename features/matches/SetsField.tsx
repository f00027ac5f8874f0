import { useState } from 'react'
import { parseScoreLine, scoreLine, type ScoreProblem, type SetScore } from '#/rules/score.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SetInput } from '#/web/ui/SetInput.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type SetsFieldProps = {
  id: string
  sets: readonly SetScore[]
  onChange: (sets: readonly SetScore[]) => void
  /** The winner's side first. */
  names: readonly [string, string]
  /** Shown at the set that it is about, else below them all. */
  problem: ScoreProblem | null
  /** The problem in words. */
  sentence: string | null
}

/** The sets as boards: 0-7 for the first two, 0-10 for later ones, past 10 by a switch (docs/product.md, "Validation"). */
export function SetsField({ id, sets, onChange, names, problem, sentence }: SetsFieldProps) {
  const [past10, setPast10] = useState<readonly boolean[]>(() =>
    sets.map(({ score_1, score_2 }) => Math.max(score_1, score_2) > 10),
  )

  function change(index: number, set: SetScore): void {
    onChange(sets.map((old, at) => (at === index ? set : old)))
  }

  function readSets(read: readonly SetScore[]): void {
    setPast10(read.map(({ score_1, score_2 }) => Math.max(score_1, score_2) > 10))
    onChange(read)
  }

  function remove(index: number): void {
    onChange(sets.filter((_, at) => at !== index))
    setPast10(past10.filter((_, at) => at !== index))
  }

  function switchPast10(index: number, on: boolean): void {
    setPast10(Array.from(sets, (_, at) => (at === index ? on : (past10[at] ?? false))))
    const set = sets[index]
    if (!on && set) change(index, { score_1: Math.min(10, set.score_1), score_2: Math.min(10, set.score_2) })
  }

  return (
    <fieldset id={id} tabIndex={-1} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-[650]">Sets</legend>
      <ScoreLineField onRead={readSets} />
      {sets.map((set, index) => (
        <div key={index} id={`${id}-${index}`}>
          <SetInput
            set={index + 1}
            names={names}
            value={set}
            onChange={(next) => change(index, next)}
            max={index < 2 ? 7 : 10}
            error={problem?.set === index + 1 && sentence !== null ? sentence : undefined}
            {...(index > 0 && { onRemove: () => remove(index) })}
            {...(index > 1 && { past10: past10[index] ?? false, onPast10: (on: boolean) => switchPast10(index, on) })}
          />
        </div>
      ))}
      {problem && problem.set === undefined && <p className="text-sm font-[620] text-bad">{sentence}</p>}
      <Button
        variant="secondary"
        icon={<Icon name="add" />}
        onClick={() => onChange([...sets, { score_1: 0, score_2: 0 }])}
        reason={sets.length >= 5 ? 'No match has more than five sets.' : undefined}
      >
        Add a set
      </Button>
    </fieldset>
  )
}

/** The whole score in one line, as players write it; what can be read fills the sets. */
function ScoreLineField({ onRead }: { onRead: (sets: readonly SetScore[]) => void }) {
  const [line, setLine] = useState('')
  const read = parseScoreLine(line)
  return (
    <TextField
      label="Score line"
      name="score_line"
      optional
      hint="The quick way, the winner's games first: 64 46 108. Or tap the sets below."
      value={line}
      inputMode="text"
      autoComplete="off"
      maxLength={60}
      error={line.trim() !== '' && read === null ? 'Please write it like 6-4 4-6 10-8, or 64 46 108.' : undefined}
      onChange={({ currentTarget: { value } }) => {
        setLine(value)
        const next = parseScoreLine(value)
        if (next) onRead(next)
      }}
      // Written out when the field is left, to show how it was read.
      onBlur={() => read && setLine(scoreLine(read, null))}
    />
  )
}
