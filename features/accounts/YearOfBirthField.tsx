import type { FieldProps } from '#/web/form.ts'
import { TextField } from '#/web/ui/TextField.tsx'

/** The player's year of birth. Optional. */
export function YearOfBirthField({ field }: { field: FieldProps }) {
  return (
    <TextField
      {...field}
      label="Year of birth"
      optional
      hint="The year alone, for divisions of some ages. The organizers of your area see it, other players do not."
      inputMode="numeric"
      autoComplete="bday-year"
      maxLength={4}
    />
  )
}
