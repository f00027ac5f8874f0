import { DateField } from '#/web/ui/DateField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TimeField } from '#/web/ui/TimeField.tsx'
import type { FieldProps } from '#/web/form.ts'

type Name = 'match_date' | 'match_time' | 'match_location'
type Form = {
  values: Record<Name, string>
  set: (name: Name, value: string) => void
  field: (name: Name) => FieldProps
}

/** Day, time and court of an upcoming match; each is optional. */
export function AppointmentFields({ form }: { form: Form }) {
  const { id, error } = form.field('match_date')
  return (
    <>
      <DateField
        id={id}
        label="Date"
        optional
        value={form.values.match_date}
        error={error}
        onChange={(day) => form.set('match_date', day)}
      />
      <TimeField {...form.field('match_time')} label="Time" optional hint="Local time, like 6:30 PM." />
      <TextField
        {...form.field('match_location')}
        label="Court"
        optional
        placeholder="Leeper Park, court 4"
        maxLength={120}
      />
    </>
  )
}
