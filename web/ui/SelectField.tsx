import type { ComponentPropsWithRef } from 'react'
import ChevronDown from 'lucide:chevron-down'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type SelectFieldProps = Omit<ComponentPropsWithRef<'select'>, 'children' | 'multiple'> &
  FieldFace & {
    options: readonly { value: string; label: string }[]
    /** A first, empty option. Without it the first option is selected. */
    placeholder?: string
  }

/** A native select: phones show their own picker. */
export function SelectField({
  label,
  hideLabel = false,
  optional,
  hint,
  error,
  id,
  className,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  const fieldId = useFieldId(id, rest.name)
  return (
    <Field
      id={fieldId}
      label={label}
      hideLabel={hideLabel}
      optional={optional}
      hint={hint}
      error={error}
      className={className}
    >
      <div className="relative">
        <select
          {...rest}
          id={fieldId}
          aria-required={optional ? undefined : true}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(fieldId, { hint, error })}
          className={`${controlLook(error)} appearance-none truncate pr-11`}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={20} className="pointer-events-none absolute top-1/2 right-3 [translate:0_-50%]" />
      </div>
    </Field>
  )
}
