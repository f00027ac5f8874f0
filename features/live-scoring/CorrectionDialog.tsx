import { useState } from 'react'
import { liveProblemSentences, playLive, type LiveEvent, type LiveSetup, type LiveState } from '#/rules/live-scoring.ts'
import type { SetScore } from '#/rules/outcome.ts'
import { parseScoreLine } from '#/rules/score-line.ts'
import { liveLine } from '#/rules/live-call.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import type { ScoredLive } from './contract.ts'

type CorrectionDialogProps = {
  match: ScoredLive
  setup: LiveSetup
  state: LiveState
  onClose: () => void
  onSet: (event: LiveEvent) => void
}

const called = ['0', '15', '30', '40', 'Ad']

/** Sets the score directly, for players who forgot to tap. */
export function CorrectionDialog({ match, setup, state, onClose, onSet }: CorrectionDialogProps) {
  const [line, setLine] = useState(liveLine(state))
  const [points, setPoints] = useState<[string, string]>(toChoices(state))
  const [server, setServer] = useState(String(state.server) as '1' | '2')
  const [problem, setProblem] = useState<string | null>(null)
  const names = [match.player_one, match.player_two] as const
  const sets = line.trim() === '' ? [] : parseScoreLine(line, { formats: [setup.format] })
  // Whether the typed set is played in games, and whether a tie-break decides it.
  const shown =
    sets === null ? null : playLive(setup, [{ kind: 'score', sets, points: { score_1: 0, score_2: 0 }, server: 1 }])
  const playing = shown && 'state' in shown && !shown.state.over ? shown.state.playing : null
  const choices = playing === 'game' ? called : Array.from({ length: 31 }, (_, index) => String(index))
  const hasPoints = playing === 'game' || playing === 'tie_break'

  /** The chosen points. Unchanged ones keep the number of deuces, which the Star Point needs. */
  function pointsOf(of: LiveState['playing']): SetScore {
    const isSame = of === state.playing && points.join() === toChoices(state).join()
    return isSame ? { score_1: state.points[0], score_2: state.points[1] } : fromChoices(points, of)
  }

  function set(): void {
    if (sets === null) return setProblem('Please write it like 6-4 3-2, your first player’s games first.')
    const event: LiveEvent = {
      kind: 'score',
      sets,
      points: hasPoints ? pointsOf(playing) : { score_1: 0, score_2: 0 },
      server: server === '1' ? 1 : 2,
    }
    const played = playLive(setup, [event])
    if ('problem' in played) return setProblem(liveProblemSentences[played.problem])
    onSet(event)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Set the score"
      description={`The current score, ${names[0]}’s first.`}
      actions={
        <>
          <Button onClick={set}>Set the score</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          label="Sets"
          name="live-sets"
          hint="Like 6-4 3-2. Leave empty at the beginning of the match."
          value={line}
          error={problem ?? undefined}
          autoComplete="off"
          onChange={(event) => {
            setLine(event.currentTarget.value)
            setPoints(['0', '0'])
            setProblem(null)
          }}
        />
        {hasPoints && (
          <div className="grid grid-cols-2 gap-4">
            {names.map((name, index) => (
              <SelectField
                key={index}
                label={`Points of ${name}`}
                name={`live-points-${index}`}
                value={choices.includes(points[index]!) ? points[index]! : '0'}
                options={choices.map((value) => ({ value, label: value }))}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setPoints(index === 0 ? [value, points[1]] : [points[0], value])
                  setProblem(null)
                }}
              />
            ))}
          </div>
        )}
        <RadioGroup
          label="Who serves?"
          name="live-server"
          value={server}
          onChange={setServer}
          options={[
            { value: '1', label: names[0] },
            { value: '2', label: names[1] },
          ]}
        />
      </div>
    </Dialog>
  )
}

function toChoices({ playing, called: [one, two] }: LiveState): [string, string] {
  return playing === 'game' || playing === 'tie_break' ? [one, two] : ['0', '0']
}

/** 40-40 is three points each; advantage is one more than the opponent. */
function fromChoices([one, two]: [string, string], playing: LiveState['playing']): SetScore {
  const read = (text: string) => (playing === 'game' ? called.indexOf(text) : Number(text))
  return { score_1: read(one), score_2: read(two) }
}
