import type { ComponentPropsWithRef } from 'react'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'children'> & FieldFace

/** Several lines of text. */
export function TextArea({ label, optional, hint, error, id, className, rows = 3, ...rest }: TextAreaProps) {
  const fieldId = useFieldId(id, rest.name)
  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <textarea
        {...rest}
        id={fieldId}
        rows={rows}
        aria-required={optional ? undefined : true}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(fieldId, { hint, error })}
        className={controlLook(error)}
      />
    </Field>
  )
}
