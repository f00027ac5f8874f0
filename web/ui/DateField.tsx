import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { type CalendarDate, parseDate } from '@internationalized/date'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { controlLook, described, FieldError, type FieldFace, Hint, Optional, useFieldId } from './Field.tsx'

type DateFieldProps = FieldFace & {
  name?: string
  id?: string
  /** A calendar day as yyyy-mm-dd; empty for none. */
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
  className?: string
}

/** A calendar day, typed part by part or taken from the calendar (weeks begin on Monday). */
export function DateField({
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
}: DateFieldProps) {
  const fieldId = useFieldId(id, name)
  const about = described(fieldId, { hint, error })
  return (
    <I18nProvider locale="en-US">
      <DatePicker
        value={value ? parseDate(value) : null}
        onChange={(day) => onChange(day ? day.toString().slice(0, 10) : '')}
        {...(min && { minValue: parseDate(min) })}
        {...(max && { maxValue: parseDate(max) })}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
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
                className="rounded-sm px-1 py-0.5 text-end outline-none data-[focused]:bg-ink data-[focused]:text-chalk data-[placeholder]:text-ink-soft data-[focused]:data-[placeholder]:text-chalk data-[type=literal]:px-0"
              />
            )}
          </DateInput>
          <Button
            aria-label="Open calendar"
            className="grid size-12 shrink-0 place-items-center rounded-sm hover:bg-sunk"
          >
            <CalendarDays size={20} aria-hidden="true" />
          </Button>
        </Group>
        <FieldError id={`${fieldId}-error`} error={error} />
        <Popover className="rounded-md border border-edge bg-surface text-ink shadow-lift">
          <Dialog aria-label={`Choose: ${label}`} className="p-3 outline-none">
            <Calendar firstDayOfWeek="mon">
              <Levels />
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** Days of a month, months of a year, years of a decade: the heading leads to the longer period, a choice to the shorter one. */
function Levels() {
  const state = use(CalendarStateContext)
  const [level, setLevel] = useState<'days' | 'months' | 'years'>('days')
  if (!state) return null
  const at = state.focusedDate
  const decade = at.year - (at.year % 10)
  const open = (first: CalendarDate, last: CalendarDate) =>
    !(state.minValue && last.compare(state.minValue) < 0) && !(state.maxValue && first.compare(state.maxValue) > 0)

  const faces = {
    days: { title: `${monthNames[at.month - 1]} ${at.year}`, unit: 'month', up: 'choose a month' },
    months: { title: String(at.year), unit: 'year', up: 'choose a year' },
    years: { title: `${decade}-${decade + 9}`, unit: 'decade', up: '' },
  }
  const face = faces[level]
  const jump = (way: 1 | -1) => {
    if (level === 'days') state.setFocusedDate(way > 0 ? at.add({ months: 1 }) : at.subtract({ months: 1 }))
    else state.setFocusedDate(at.add({ years: way * (level === 'months' ? 1 : 10) }))
  }
  const step = 'grid size-11 place-items-center rounded-sm hover:bg-sunk'

  return (
    <div className="w-[19.25rem] max-w-full">
      <div className="flex items-center justify-between pb-2">
        <button type="button" aria-label={`Previous ${face.unit}`} onClick={() => jump(-1)} className={step}>
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        {level === 'years' ? (
          <p aria-live="polite" className="lettering text-lg">
            {face.title}
          </p>
        ) : (
          <button
            type="button"
            onClick={() => setLevel(level === 'days' ? 'months' : 'years')}
            className="lettering min-h-11 rounded-sm px-3 text-lg underline decoration-edge decoration-2 underline-offset-4 hover:bg-sunk"
          >
            <span aria-live="polite">{face.title}</span>
            <span className="sr-only">, {face.up}</span>
          </button>
        )}
        <button type="button" aria-label={`Next ${face.unit}`} onClick={() => jump(1)} className={step}>
          <ChevronRight size={20} aria-hidden="true" />
        </button>
      </div>
      {level === 'days' && (
        <CalendarGrid weekdayStyle="short" className="w-full border-collapse">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="pb-1 text-xs font-[620] text-ink-soft">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className="tabular grid size-11 cursor-pointer place-items-center rounded-sm outline-offset-[-2px] hover:bg-sunk data-[disabled]:cursor-not-allowed data-[disabled]:text-edge data-[outside-month]:invisible data-[today]:shadow-[inset_0_-3px_0_var(--color-clay)] data-[selected]:bg-ink data-[selected]:font-[680] data-[selected]:text-chalk data-[unavailable]:text-edge"
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      )}
      {level === 'months' && (
        <PickGrid
          label={`Months of ${at.year}`}
          current={at.month - 1}
          onPick={(month) => {
            state.setFocusedDate(at.set({ day: 1, month: month + 1 }))
            state.setFocused(true)
            setLevel('days')
          }}
          cells={months.map((text, index) => ({
            text,
            name: `${monthNames[index]} ${at.year}`,
            open: open(at.set({ day: 1, month: index + 1 }), at.set({ day: 31, month: index + 1 })),
          }))}
        />
      )}
      {level === 'years' && (
        <PickGrid
          label={`Years ${face.title}`}
          current={at.year - decade}
          onPick={(index) => {
            state.setFocusedDate(at.set({ year: decade + index }))
            setLevel('months')
          }}
          cells={Array.from({ length: 10 }, (_, index) => ({
            text: String(decade + index),
            open: open(
              at.set({ year: decade + index, month: 1, day: 1 }),
              at.set({ year: decade + index, month: 12, day: 31 }),
            ),
          }))}
        />
      )}
    </div>
  )
}

type PickGridProps = {
  label: string
  current: number
  /** `name` is the full text for screen readers. */
  cells: readonly { text: string; name?: string; open: boolean }[]
  onPick: (index: number) => void
}

/** Three columns of buttons with one Tab stop and the arrow keys. */
function PickGrid({ label, current, cells, onPick }: PickGridProps) {
  const [at, setAt] = useState(current)
  const box = useRef<HTMLFieldSetElement>(null)
  const columns = 3

  useEffect(() => box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])

  function move(event: KeyboardEvent) {
    const way = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -at,
      End: cells.length - 1 - at,
    }[event.key]
    if (way === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.min(cells.length - 1, Math.max(0, at + way))
    setAt(next)
    box.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <fieldset ref={box} aria-label={label} className="grid grid-cols-3 gap-1.5">
      {cells.map((cell, index) => (
        <button
          key={cell.text}
          type="button"
          aria-label={cell.name}
          aria-current={index === current ? 'date' : undefined}
          aria-disabled={!cell.open || undefined}
          tabIndex={index === at ? 0 : -1}
          onKeyDown={move}
          onClick={() => cell.open && onPick(index)}
          className="tabular min-h-12 rounded-sm border border-line hover:bg-sunk aria-disabled:cursor-not-allowed aria-disabled:text-edge aria-[current=date]:bg-ink aria-[current=date]:font-[680] aria-[current=date]:text-chalk"
        >
          {cell.text}
        </button>
      ))}
    </fieldset>
  )
}
