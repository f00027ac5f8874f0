import type { ComponentPropsWithRef, ReactNode } from 'react'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'children' | 'type' | 'prefix'> &
  FieldFace & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'number'
    /** Fixed text in front of the value: a dial code, a currency. */
    prefix?: ReactNode
  }

/** One line of text. All native input props are passed on; the id defaults to the name. */
export function TextField({
  label,
  hideLabel,
  optional,
  hint,
  error,
  prefix,
  id,
  className,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const fieldId = useFieldId(id, rest.name)
  const input = (
    <input
      {...rest}
      id={fieldId}
      type={type}
      aria-required={optional ? undefined : true}
      aria-invalid={error ? true : undefined}
      aria-describedby={described(fieldId, { hint, error })}
      className={`${controlLook(error)} ${rest.inputMode === 'numeric' || rest.inputMode === 'decimal' ? 'tabular' : ''} ${prefix ? 'rounded-l-none' : ''}`}
    />
  )
  return (
    <Field
      id={fieldId}
      label={label}
      hideLabel={hideLabel ?? false}
      optional={optional}
      hint={hint}
      error={error}
      className={className}
    >
      {prefix ? (
        <div className="flex">
          <span className="tabular flex items-center rounded-l-sm border border-r-0 border-edge bg-sunk px-3 text-ink-soft">
            {prefix}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
    </Field>
  )
}
