import type { ComponentPropsWithRef } from 'react'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'children'> & FieldFace

/** Several lines of text. */
export function TextArea({ label, optional, hint, error, id, className, rows = 3, ...rest }: TextAreaProps) {
  const fieldId = useFieldId(id, rest.name)
  const { maxLength = 0, value } = rest
  const left = maxLength - (typeof value === 'string' ? value.length : 0)
  // Silent until the end is near.
  const isNear = maxLength > 0 && left <= maxLength / 5
  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <div>
        <textarea
          {...rest}
          id={fieldId}
          rows={rows}
          aria-required={optional ? undefined : true}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(fieldId, { hint, error })}
          className={controlLook(error)}
        />
        <output className="block text-sm text-ink-soft">
          {isNear && `${left} ${left === 1 ? 'character' : 'characters'} left`}
        </output>
      </div>
    </Field>
  )
}
