import type { ComponentPropsWithRef, ReactNode } from 'react'
import Check from 'lucide:check'
import Minus from 'lucide:minus'
import { described, FieldError, Hint, useFieldId } from './Field.tsx'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

type TickProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children' | 'className'> & {
  /** Shows that some of what it stands for is chosen. */
  some?: boolean
}

/** The box alone, for the rows of a table. It needs an accessible name. */
export function Tick({ some = false, ...rest }: TickProps) {
  const Mark = some ? Minus : Check
  return (
    <span className="relative grid size-6 shrink-0 place-items-center">
      <input
        {...rest}
        type="checkbox"
        aria-checked={some ? 'mixed' : undefined}
        className={`peer col-start-1 row-start-1 m-0 size-6 appearance-none rounded-sm border-2 bg-surface checked:border-ink checked:bg-ink disabled:bg-sunk forced-colors:appearance-auto ${rest['aria-invalid'] ? 'border-bad' : 'border-edge'}`}
      />
      <Mark
        size={18}
        strokeWidth={3.5}
        className="pointer-events-none invisible col-start-1 row-start-1 text-chalk peer-checked:visible forced-colors:hidden"
      />
    </span>
  )
}

/** Yes or no, with a sentence as the label. */
export function Checkbox({ label, hint, error, id, className = '', ...rest }: CheckboxProps) {
  const fieldId = useFieldId(id, rest.name)
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <Tick
          {...rest}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(fieldId, { hint, error })}
        />
        <span>{label}</span>
      </label>
      {hint && <Hint id={`${fieldId}-hint`}>{hint}</Hint>}
      <FieldError id={`${fieldId}-error`} error={error} />
    </div>
  )
}
