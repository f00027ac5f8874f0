import { Button } from 'react-aria-components/Button'
import { Calendar } from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { parseDate } from '@internationalized/date'
import CalendarDays from 'lucide:calendar-days'
import { region } from './region.ts'
import { CalendarLevels } from './CalendarLevels.tsx'
import { controlLook, described, type FieldFace, FieldError, Hint, Optional, useFieldId } from './Field.tsx'

export type DateFieldProps = FieldFace & {
  name?: string
  id?: string
  /** A calendar day as yyyy-mm-dd; empty for none. */
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
  className?: string
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** The date field itself; screens use `DateField`, which loads it. */
export function DatePart({
  label,
  optional,
  hint,
  error,
  name,
  id,
  value,
  onChange,
  min,
  max,
  className = '',
  isFocused,
}: DateFieldProps & { isFocused: boolean }) {
  const fieldId = useFieldId(id, name)
  const about = described(fieldId, { hint, error })
  return (
    <I18nProvider locale={region().locale}>
      <DatePicker
        value={value ? parseDate(value) : null}
        onChange={(day) => onChange(day ? day.toString().slice(0, 10) : '')}
        {...(min && { minValue: parseDate(min) })}
        {...(max && { maxValue: parseDate(max) })}
        firstDayOfWeek={weekdays[region().first_day_of_week - 1] ?? 'mon'}
        shouldForceLeadingZeros
        autoFocus={isFocused}
        isInvalid={error !== undefined}
        className={`flex flex-col gap-1.5 ${className}`}
      >
        <Label className="text-sm font-[650]">
          {label}
          <Optional show={optional} />
        </Label>
        {hint && <Hint id={`${fieldId}-hint`}>{hint}</Hint>}
        <Group
          id={fieldId}
          {...(about && { 'aria-describedby': about })}
          className={`${controlLook(error)} flex items-center p-0! pl-3.5!`}
        >
          <DateInput className="tabular flex flex-1 py-2">
            {(segment) => (
              <DateSegment
                segment={segment}
                className="rounded-sm px-1 py-0.5 text-end [outline-style:none] data-[focused]:bg-ink data-[focused]:text-chalk data-[placeholder]:text-ink-soft data-[focused]:data-[placeholder]:text-chalk data-[type=literal]:px-0"
              />
            )}
          </DateInput>
          <Button
            aria-label="Open calendar"
            className="grid size-12 shrink-0 place-items-center rounded-sm hover:bg-sunk"
          >
            <CalendarDays size={20} />
          </Button>
        </Group>
        <FieldError id={`${fieldId}-error`} error={error} />
        <Popover className="rounded-md border border-edge bg-surface text-ink lift">
          <Dialog aria-label={`Choose: ${label}`} className="p-3 [outline-style:none]">
            <Calendar firstDayOfWeek={weekdays[region().first_day_of_week - 1] ?? 'mon'}>
              <CalendarLevels />
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}
