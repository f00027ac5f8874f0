import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type NumberStepperProps = FieldFace & {
  name?: string
  id?: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  className?: string
}

/** A small number by thumb or by keyboard. */
export function NumberStepper({
  label,
  optional,
  hint,
  error,
  name,
  id,
  value,
  onChange,
  min = 0,
  max = 99,
  step = 1,
  className,
}: NumberStepperProps) {
  const fieldId = useFieldId(id, name)
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)))
  const button =
    'grid size-12 shrink-0 place-items-center border border-edge bg-surface hover:bg-sunk aria-disabled:cursor-not-allowed aria-disabled:text-edge'
  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <div className="flex">
        <button
          type="button"
          aria-label={`${label}: less`}
          aria-disabled={value <= min || undefined}
          onClick={() => set(value - step)}
          className={`${button} rounded-l-sm border-r-0`}
        >
          <Minus size={20} aria-hidden="true" />
        </button>
        <input
          id={fieldId}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(fieldId, { hint, error })}
          value={value}
          onChange={(event) => {
            const typed = event.target.value.replace(/\D/g, '')
            set(typed === '' ? min : Number(typed.slice(-String(max).length)))
          }}
          onKeyDown={(event) => {
            const move = { ArrowUp: step, ArrowDown: -step, PageUp: step * 5, PageDown: step * -5 }[event.key]
            if (move === undefined) return
            event.preventDefault()
            set(value + move)
          }}
          onFocus={(event) => event.target.select()}
          className={`${controlLook(error)} figures h-12 w-18! rounded-none! py-0! text-center text-xl!`}
        />
        <button
          type="button"
          aria-label={`${label}: more`}
          aria-disabled={value >= max || undefined}
          onClick={() => set(value + step)}
          className={`${button} rounded-r-sm border-l-0`}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      </div>
    </Field>
  )
}
