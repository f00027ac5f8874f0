import { useEffect, useState } from 'react'
import { callOf, choiceCall, pointsCall } from '#/rules/live-call.ts'
import { hasGames, type LiveEvent, type LiveSide } from '#/rules/live-scoring.ts'
import { useOnline } from '#/web/connection.ts'
import { createStore, useStored } from '#/web/store.ts'
import { announce } from '#/web/ui/announce.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import type { ScoredLive } from './contract.ts'
import { buttonNames } from './format.ts'
import { LiveBoard } from './LiveBoard.tsx'
import { addEntry, countUnsent, hasUndo, sendAllLive, stateOf, type LiveOnDevice } from './live-device.web.ts'
import { useWakeLock } from './wake-lock.web.ts'

type ScorerProps = {
  match: ScoredLive
  kept: LiveOnDevice
  onReport: () => Promise<void>
  onDelete: () => void
}

/** Whether the player taps games instead of points on this device, if the match allows it. */
const tapsGames = createStore<boolean>('deuce.taps-games', (stored) => stored === true)

/** Keyboard shortcuts of the two big buttons and of undo. */
const keys: Record<string, 'one' | 'two' | 'undo'> = {
  ArrowLeft: 'one',
  1: 'one',
  ArrowRight: 'two',
  2: 'two',
  Backspace: 'undo',
  u: 'undo',
}

type Question = { title: string; description: string; confirm: string; event: LiveEvent }

/** Scores a match: the board, a big button for each side, and undo. */
export function Scorer({ match, kept, onReport, onDelete }: ScorerProps) {
  const names = [match.player_one, match.player_two] as const
  const state = stateOf(kept)
  const wantsGames = useStored(tapsGames)
  const [corrects, setCorrects] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [deletes, setDeletes] = useState(false)
  const [reporting, setReporting] = useState(false)
  const canTapGames = hasGames(kept.setup.format)
  const isGames = canTapGames && wantsGames && (state.playing === 'game' || state.playing === 'tie_break')
  const over = state.over !== null
  useWakeLock(!over)
  // Sends the entries that were unsent when the last session ended.
  useEffect(sendAllLive, [])

  function add(event: LiveEvent): boolean {
    const done = addEntry(match.match_id, event)
    if (!done) return false
    const said =
      event.kind === 'point' || event.kind === 'game' || event.kind === 'retire' || event.kind === 'time'
        ? callOf(kept.setup, done.before, done.after, names)
        : event.kind === 'choose'
          ? choiceCall(done.before, event.to)
          : `${event.kind === 'undo' ? 'Taken back.' : 'Set.'} ${pointsCall(done.after, names)}`
    announce(said)
    const isBig = done.after.sets.length !== done.before.sets.length || done.after.over !== null
    ;(navigator as { vibrate?: (pattern: number[]) => boolean }).vibrate?.(isBig ? [40, 60, 40] : [20])
    return true
  }
  const win = (side: LiveSide) => void add({ kind: isGames ? 'game' : 'point', side })
  const undo = () => void add({ kind: 'undo' })

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return
      if (target.closest('input, select, textarea, [role=dialog], [role=alertdialog], [role=menu]')) return
      const action = keys[event.key]
      if (!action) return
      event.preventDefault()
      if (action === 'undo') undo()
      else win(action === 'one' ? 1 : 2)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  const ask = (event: LiveEvent, title: string, description: string, confirm: string) =>
    setQuestion({ event, title, description, confirm })
  const items = [
    { id: 'score', label: 'Set the score', onSelect: () => setCorrects(true) },
    ...(over
      ? []
      : [
          {
            id: 'server',
            label: `${names[state.server === 1 ? 1 : 0]} serves`,
            onSelect: () => void add({ kind: 'server', side: state.server === 1 ? 2 : 1 }),
          },
          ...names.map((name, index) => ({
            id: `retire-${index}`,
            label: `${name} retires`,
            onSelect: () =>
              ask(
                { kind: 'retire', side: index === 0 ? 1 : 2 },
                `${name} retires?`,
                'The match ends with the games so far, and the other side wins.',
                'Retire',
              ),
          })),
          {
            id: 'time',
            label: 'Time is up',
            onSelect: () =>
              ask({ kind: 'time' }, 'Is the time up?', 'The match ends with the score as it stands.', 'End the match'),
          },
        ]),
    { id: 'delete', label: 'Delete the live score', tone: 'danger' as const, onSelect: () => setDeletes(true) },
  ]
  const word = isGames ? (state.playing === 'tie_break' ? 'Tie-break' : 'Game') : canTapGames ? 'Point' : 'Rally'
  return (
    <div className="flex flex-col gap-3">
      <LiveBoard match={match} state={state} />
      {/* The buttons stay within the thumb's reach, even on a small phone with long names. */}
      <div className="flex flex-col gap-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:bg-chalk max-lg:pt-2 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {over ? (
          <Button
            size="lg"
            wide
            busy={reporting}
            onClick={() => {
              setReporting(true)
              void onReport().finally(() => setReporting(false))
            }}
          >
            Report this score
          </Button>
        ) : state.choices ? (
          <fieldset className="grid grid-cols-2 gap-3">
            <legend className="mb-2 font-[650]">
              {buttonNames(names)[state.server === 1 ? 1 : 0]} chooses: to how many?
            </legend>
            {state.choices.map((to) => (
              <Button key={to} size="lg" wide onClick={() => void add({ kind: 'choose', to })}>
                {to}
              </Button>
            ))}
          </fieldset>
        ) : (
          <fieldset className="grid grid-cols-2 gap-3">
            <legend className="sr-only">Who won the {word.toLowerCase()}?</legend>
            {buttonNames(names).map((name, index) => (
              <button
                key={index}
                type="button"
                onClick={() => win(index === 0 ? 1 : 2)}
                className={`flex min-h-[max(7rem,22dvh)] flex-col items-center justify-center gap-1 rounded-md px-2 text-center text-chalk select-none active:[translate:0_1px] ${index === 0 ? 'bg-court' : 'bg-clay'}`}
              >
                <span className="text-base font-[650]">{word} </span>
                <span className="lettering max-w-full text-2xl leading-[1.1] break-words hyphens-auto">{name}</span>
              </button>
            ))}
          </fieldset>
        )}
        <div className="flex items-center gap-3">
          <Button
            variant="secondary"
            size="lg"
            className="flex-1"
            {...(hasUndo(kept) ? {} : { 'aria-disabled': true })}
            onClick={undo}
          >
            Undo
          </Button>
          {canTapGames && !over && (
            <Button variant="quiet" aria-pressed={wantsGames} onClick={() => tapsGames.set(!wantsGames)}>
              {wantsGames ? 'Tap points' : 'Tap games'}
            </Button>
          )}
          <Menu label="More about this live score" items={items} />
        </div>
      </div>
      <Sync kept={kept} />
      <p className="text-sm hidden text-ink-soft lg:block">
        Keys: left and right arrow for {names[0]} and {names[1]}, Backspace to undo.
      </p>
      {corrects && (
        <CorrectionDialog
          match={match}
          setup={kept.setup}
          state={state}
          onClose={() => setCorrects(false)}
          onSet={(event) => add(event)}
        />
      )}
      {question && (
        <ConfirmDialog
          open
          title={question.title}
          description={question.description}
          confirm={question.confirm}
          onClose={() => setQuestion(null)}
          onConfirm={() => {
            if (!add(question.event))
              showToast({ tone: 'bad', text: 'The match can end here only while it is level. Has somebody retired?' })
            setQuestion(null)
          }}
        />
      )}
      {deletes && (
        <ConfirmDialog
          open
          tone="danger"
          title="Delete the live score?"
          description="Nobody will be able to follow the match anymore, and no result will be reported."
          confirm="Delete"
          onClose={() => setDeletes(false)}
          onConfirm={() => {
            setDeletes(false)
            onDelete()
          }}
        />
      )}
    </div>
  )
}

/** Whether followers of the match can see the latest taps. */
function Sync({ kept }: { kept: LiveOnDevice }) {
  const online = useOnline()
  const unsent = countUnsent(kept)
  const waits =
    unsent === 1 ? '1 tap waits on this phone, and is sent' : `${unsent} taps wait on this phone, and are sent`
  return (
    <output className="block min-h-6 text-sm text-ink-soft">
      {!online
        ? `No network. ${unsent === 0 ? 'Keep scoring: your taps are kept on this phone.' : `${waits} when the network is back.`}`
        : unsent > 0 || kept.synced === null
          ? 'Sending…'
          : 'Live for everybody who follows.'}
    </output>
  )
}
