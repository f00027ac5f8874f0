import { useId } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { FieldError, type FieldFace, Hint, described } from './Field.tsx'

type CheckboxGroupProps<Value extends string> = FieldFace & {
  name: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  /** Called with values in the order of the options. */
  onChange: (value: Value[]) => void
}

/** A choice of several from a few options, all visible. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, hint, error, name, options, value, onChange } = props
  const id = useId()
  return (
    <fieldset id={name} tabIndex={-1} aria-describedby={described(id, { hint, error })}>
      <legend className="mb-1.5 text-sm font-[650]">{label}</legend>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {options.map((option) => (
        <Checkbox
          key={option.value}
          name={`${name}-${option.value}`}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              options.flatMap((each) => ((each === option ? checked : value.includes(each.value)) ? [each.value] : [])),
            )
          }
        />
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
