import { parseTime, writeTime } from '#/rules/time.ts'
import type { FieldFace } from './Field.tsx'
import { region } from './region.ts'
import { TextField } from './TextField.tsx'

type TimeFieldProps = FieldFace & {
  name?: string
  id?: string
  /** The text as typed; `parseTime` parses it. */
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
}

/** A time of day as free text, rewritten on blur to show how it was parsed. */
export function TimeField({ value, onChange, onBlur, ...rest }: TimeFieldProps) {
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onChange}
      onBlur={() => {
        const time = parseTime(value)
        if (time !== null) onChange({ currentTarget: { value: writeTime(time, region().locale) } })
        onBlur?.()
      }}
      placeholder={writeTime('18:30', region().locale)}
      autoComplete="off"
      autoCapitalize="off"
      maxLength={12}
    />
  )
}
