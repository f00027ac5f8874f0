import { useId } from 'react'
import Trash from 'lucide:trash-2'
import { capitalized } from '#/rules/sports/formats.ts'
import { FieldError } from './Field.tsx'
import type { SetScore } from './Scoreboard.tsx'

type SetInputProps = {
  /** The set's number, from 1. */
  set: number
  /** The names of the first and the second row. */
  names: readonly [string, string]
  value: SetScore
  onChange: (value: SetScore) => void
  /** The sport's word for it: 'set'. */
  word: string
  /** Highest choice: 7, or 10 in a later set. */
  max: number
  /** Whether both scores are typed, because they exceed the choices. */
  past?: boolean
  onPast?: (past: boolean) => void
  error?: string | undefined
  onRemove?: () => void
}

/** One set on the board, entered with the thumb: tap how many games each side won. */
export function SetInput({
  set,
  names,
  value,
  onChange,
  word,
  max,
  past = false,
  onPast,
  error,
  onRemove,
}: SetInputProps) {
  const id = useId()
  return (
    <fieldset
      id={`set-${set}`}
      aria-labelledby={id}
      className="on-board min-w-0 rounded-md border border-board-line p-3 sm:p-4"
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        <p id={id} className="lettering text-lg">
          {capitalized(word)} {set}
        </p>
        {onRemove && (
          <button
            type="button"
            onClick={onRemove}
            className="flex min-h-11 items-center gap-2 rounded-sm px-3 text-sm text-on-board-soft hover:bg-on-board/10 hover:text-on-board"
          >
            <Trash size={17} />
            Remove
            <span className="sr-only">
              {' '}
              {word} {set}
            </span>
          </button>
        )}
      </div>
      <div className="flex flex-col gap-3">
        <Row
          name={names[0]}
          label={`${word} ${set}`}
          max={max}
          typed={past}
          value={value.score_1}
          ahead={value.score_1 > value.score_2}
          onChange={(score_1) => onChange({ ...value, score_1 })}
        />
        <Row
          name={names[1]}
          label={`${word} ${set}`}
          max={max}
          typed={past}
          value={value.score_2}
          ahead={value.score_2 > value.score_1}
          onChange={(score_2) => onChange({ ...value, score_2 })}
        />
      </div>
      {onPast && (
        <label className="mt-3 inline-flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={past}
            onChange={(event) => onPast(event.target.checked)}
            className="peer grid size-6 appearance-none place-items-center rounded-sm border-2 border-on-board-soft bg-board-well checked:border-live checked:bg-live checked:after:h-3.5 checked:after:w-2 checked:after:[translate:0_-0.125rem] checked:after:rotate-45 checked:after:border-r-3 checked:after:border-b-3 checked:after:border-on-live forced-colors:appearance-auto"
          />
          Went past {max}
        </label>
      )}
      {error && (
        <div className="mt-3 rounded-sm bg-bad-soft px-3 py-2">
          <FieldError id={`${id}-error`} error={error} />
        </div>
      )}
    </fieldset>
  )
}

type RowProps = {
  name: string
  /** 'set 1' */
  label: string
  max: number
  typed: boolean
  value: number
  ahead: boolean
  onChange: (value: number) => void
}

function Row({ name, label: set, max, typed, value, ahead, onChange }: RowProps) {
  const group = useId()
  const label = `${name}, ${set}`
  return (
    <fieldset className="min-w-0 border-t border-board-line pt-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3 pb-2" aria-hidden="true">
        <span className="lettering min-w-0 truncate text-lg">{name}</span>
        <span
          className={`figures grid h-12 w-14 shrink-0 place-items-center rounded-sm bg-board-well text-2xl ${ahead ? 'text-live' : 'text-on-board'}`}
        >
          {value}
        </span>
      </div>
      {typed ? (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(Math.min(99, Number(event.target.value.replace(/\D/g, '').slice(-2))))}
          className="figures min-h-12 w-24 rounded-sm border border-on-board-soft bg-board-well px-3 text-xl text-on-board"
        />
      ) : (
        <div className={`grid gap-1 ${columnsFor(max)}`}>
          {Array.from({ length: max + 1 }, (_, games) => (
            <label
              key={games}
              className="figures relative grid min-h-12 place-items-center rounded-sm border border-board-line text-lg has-checked:border-live has-checked:bg-live has-checked:text-on-live has-focus-visible:[outline:3px_solid_var(--focus)] has-focus-visible:outline-offset-1 not-has-checked:hover:bg-on-board/12 forced-colors:has-checked:[outline:2px_solid]"
            >
              <input
                type="radio"
                name={group}
                value={games}
                aria-label={String(games)}
                checked={games === value}
                onChange={() => onChange(games)}
                className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
              />
              <span aria-hidden="true">{games}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** One row of choices on a wide screen; two on a phone where one would be too narrow for a thumb. */
function columnsFor(max: number): string {
  if (max <= 4) return 'grid-cols-5'
  if (max <= 7) return 'grid-cols-8'
  if (max <= 10) return 'grid-cols-6 sm:grid-cols-11'
  return 'grid-cols-6 sm:grid-cols-12'
}
