import type { AreaSlug } from '#/contract/areas.ts'
import { formatTime } from '#/contract/time.ts'
import { CourtField } from '#/features/courts/CourtField.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { TimeField } from '#/web/ui/TimeField.tsx'
import type { FieldProps } from '#/web/form.ts'

type Name = 'match_date' | 'match_time' | 'match_location'
type Form = {
  values: Record<Name, string>
  set: (name: Name, value: string) => void
  field: (name: Name) => FieldProps
}

/** Optional day, time and court of an upcoming match. `area`: where it is played, '' if unknown. */
export function AppointmentFields({ form, area }: { form: Form; area: AreaSlug }) {
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
      <TimeField
        {...form.field('match_time')}
        label="Time"
        optional
        hint={`Local time, like ${formatTime('18:30')}.`}
      />
      <CourtField {...form.field('match_location')} label="Court" optional area={area} />
    </>
  )
}
