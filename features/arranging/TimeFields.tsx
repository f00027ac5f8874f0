import type { AreaSlug } from '#/contract/areas.ts'
import { CourtField } from '#/features/courts/CourtField.tsx'
import type { FieldProps } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { TimeField } from '#/web/ui/TimeField.tsx'
import type { OfferDraft } from './offer-draft.web.ts'

type Path = `times.${number}.${keyof OfferDraft['times'][number]}`
type TimeFieldsProps = {
  form: {
    values: OfferDraft
    set: (path: Path, value: string) => void
    field: (path: Path) => FieldProps
  }
  place: number
  lastDay: string
  area: AreaSlug
  /** Null if this is the only time. */
  onRemove: (() => void) | null
}

/** Day, time and place of one offered time. */
export function TimeFields({ form, place, lastDay, area, onRemove }: TimeFieldsProps) {
  const day = form.field(`times.${place}.match_date`)
  return (
    <fieldset className="flex flex-col gap-4 rounded-sm border border-line p-4">
      <legend className="px-1 text-sm font-[680]">Time {place + 1}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          id={day.id}
          label="Day"
          value={form.values.times[place]?.match_date ?? ''}
          error={day.error}
          max={lastDay.replaceAll('/', '-')}
          onChange={(value) => form.set(`times.${place}.match_date`, value)}
        />
        <TimeField {...form.field(`times.${place}.match_time`)} label="Time" />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <CourtField {...form.field(`times.${place}.match_location`)} label="Court" optional area={area} />
        </div>
        {onRemove && (
          <Button variant="quiet" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </fieldset>
  )
}
