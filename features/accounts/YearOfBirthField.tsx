import type { FieldProps } from '#/web/form.ts'
import { TextField } from '#/web/ui/TextField.tsx'

/** The player's year of birth. Optional. */
export function YearOfBirthField({ field }: { field: FieldProps }) {
  return (
    <TextField
      {...field}
      label="Year of birth"
      optional
      hint="Only the year, for divisions with age limits. The organizers of your area can see it; other players cannot."
      inputMode="numeric"
      autoComplete="bday-year"
      maxLength={4}
    />
  )
}
