import { parseTime, writeTime } from '#/rules/time.ts'
import type { FieldFace } from './Field.tsx'
import { region } from './region.ts'
import { TextField } from './TextField.tsx'

type TimeFieldProps = FieldFace & {
  name?: string
  id?: string
  /** As it was typed; `parseTime` reads it. */
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
}

/** A time of day, typed as people do. It is written out when the field is left, to show how it was read. */
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
