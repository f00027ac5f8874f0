import { useEffect, useState } from 'react'
import CalendarDays from 'lucide:calendar-days'
import type { DateFieldProps } from './DatePart.tsx'
import { controlLook, described, Field, useFieldId } from './Field.tsx'
import { region } from './region.ts'
import { createPart, loadOnReach, usePart } from './part.ts'

// The calendar and its arithmetic are more than half as big as React.
const part = createPart(() => import('./DatePart.tsx'))

/** How long a busy browser may put off loading the calendar. */
const idleTimeoutMs = 2_000

/** A calendar day, typed part by part or taken from the calendar (weeks begin on the organization's first day). Until its code is there it looks the same. */
export function DateField(props: DateFieldProps) {
  const [isFocused, setFocused] = useState(false)
  const loaded = usePart(part, isFocused, noop)
  useEffect(() => loadWhenIdle(), [])
  if (loaded) return <loaded.DatePart {...props} isFocused={isFocused} />
  return <DateText {...props} onFocusChange={setFocused} />
}

function noop(): void {}

/** After the screen is there; the form can be filled in meanwhile. */
function loadWhenIdle(): () => void {
  const load = () => void part.load().catch(() => undefined)
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, idleTimeoutMs / 10)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(load, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(handle)
}

type DateTextProps = DateFieldProps & { onFocusChange: (isFocused: boolean) => void }

/** The day as text, in the place and the look of the field that is about to come. */
function DateText({ label, optional, hint, error, name, id, value, className = '', onFocusChange }: DateTextProps) {
  const fieldId = useFieldId(id, name)
  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <div {...loadOnReach(part)} className={`${controlLook(error)} flex items-center p-0! pl-3.5!`}>
        <input
          id={fieldId}
          readOnly
          value={dayText(value)}
          aria-describedby={described(fieldId, { hint, error })}
          onFocus={() => onFocusChange(true)}
          onBlur={() => onFocusChange(false)}
          className="tabular min-w-0 flex-1 bg-transparent px-1 py-2 [outline-style:none]"
        />
        <span className="grid size-12 shrink-0 place-items-center">
          <CalendarDays size={20} />
        </span>
      </div>
    </Field>
  )
}

/** A day as the calendar's field will show it: 'mm/dd/yyyy', '09/22/2026'. */
function dayText(value: string): string {
  const [year = 'yyyy', month = 'mm', day = 'dd'] = value === '' ? [] : value.split('-')
  const texts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { year, month, day }
  return new Intl.DateTimeFormat(region().locale, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(0)
    .map(({ type, value: text }) => texts[type] ?? text)
    .join('')
}
