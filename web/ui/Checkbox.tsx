import type { ComponentPropsWithRef, ReactNode } from 'react'
import Check from 'lucide:check'
import { described, FieldError, Hint, useFieldId } from './Field.tsx'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Yes or no, with a sentence as the label. */
export function Checkbox({ label, hint, error, id, className = '', ...rest }: CheckboxProps) {
  const fieldId = useFieldId(id, rest.name)
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...rest}
            id={fieldId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={described(fieldId, { hint, error })}
            className={`peer col-start-1 row-start-1 m-0 size-6 appearance-none rounded-sm border-2 bg-surface checked:border-ink checked:bg-ink disabled:bg-sunk forced-colors:appearance-auto ${error ? 'border-bad' : 'border-edge'}`}
          />
          <Check
            size={18}
            strokeWidth={3.5}
            className="pointer-events-none invisible col-start-1 row-start-1 text-chalk peer-checked:visible forced-colors:hidden"
          />
        </span>
        <span>{label}</span>
      </label>
      {hint && <Hint id={`${fieldId}-hint`}>{hint}</Hint>}
      <FieldError id={`${fieldId}-error`} error={error} />
    </div>
  )
}
