import { useId } from 'react'
import { FieldError, type FieldFace, Hint, Optional, described } from './Field.tsx'

type RadioGroupProps<Value extends string> = FieldFace & {
  name: string
  options: readonly { value: Value; label: string; note?: string; disabled?: boolean }[]
  value?: Value | null | undefined
  defaultValue?: Value | undefined
  onChange?: (value: Value) => void
  /** Side by side like a segmented switch, or stacked with notes. */
  layout?: 'segments' | 'list'
  className?: string
}

/** A choice of one from a few options, all visible. */
export function RadioGroup<Value extends string>({
  label,
  optional,
  hint,
  error,
  name,
  options,
  value,
  defaultValue,
  onChange,
  layout = 'segments',
  className = '',
}: RadioGroupProps<Value>) {
  const id = useId()
  const segments = layout === 'segments'
  return (
    <fieldset
      id={name}
      tabIndex={-1}
      aria-describedby={described(id, { hint, error })}
      className={`flex min-w-0 flex-col gap-1.5 ${className}`}
    >
      <legend className="mb-1.5 text-sm font-[650]">
        {label}
        <Optional show={optional} />
      </legend>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <div className={segments ? 'flex flex-wrap gap-2' : 'flex flex-col gap-2'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`group relative flex min-h-11 items-center gap-2 rounded-sm border bg-surface px-3 py-2 has-checked:border-ink has-checked:[box-shadow:inset_0_0_0_1px_var(--color-ink)] has-disabled:cursor-not-allowed has-disabled:bg-sunk has-disabled:text-ink-soft has-focus-visible:[outline:3px_solid_var(--focus)] has-focus-visible:outline-offset-2 ${
              error ? 'border-bad' : 'border-edge hover:border-ink'
            } ${segments ? 'min-w-16 flex-auto justify-center xs:flex-none' : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
              className="peer absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
            />
            <span
              aria-hidden="true"
              className="grid size-4.5 shrink-0 place-items-center rounded-full border-2 border-edge peer-checked:border-ink peer-checked:[&>i]:block"
            >
              <i className="hidden size-2 rounded-full bg-ink forced-colors:bg-[Highlight]" />
            </span>
            <span className="font-[620]">
              {option.label}
              {option.note && <span className="block text-sm font-normal text-ink-soft">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
