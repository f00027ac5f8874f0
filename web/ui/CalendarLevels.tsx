import { use, useState } from 'react'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar'
import type { CalendarDate } from '@internationalized/date'
import ChevronLeft from 'lucide:chevron-left'
import ChevronRight from 'lucide:chevron-right'
import { PickGrid } from './PickGrid.tsx'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** Days of a month, months of a year, or years of a decade: the heading zooms out, a choice zooms in. */
export function CalendarLevels() {
  const state = use(CalendarStateContext)
  const [level, setLevel] = useState<'days' | 'months' | 'years'>('days')
  if (!state) return null
  const at = state.focusedDate
  const decade = at.year - (at.year % 10)
  const open = (first: CalendarDate, last: CalendarDate) =>
    !(state.minValue && last.compare(state.minValue) < 0) && !(state.maxValue && first.compare(state.maxValue) > 0)

  const headings = {
    days: { title: `${monthNames[at.month - 1]} ${at.year}`, unit: 'month', up: 'choose a month' },
    months: { title: String(at.year), unit: 'year', up: 'choose a year' },
    years: { title: `${decade}-${decade + 9}`, unit: 'decade', up: '' },
  }
  const heading = headings[level]
  const jump = (way: 1 | -1) => {
    if (level === 'days') state.setFocusedDate(way > 0 ? at.add({ months: 1 }) : at.subtract({ months: 1 }))
    else state.setFocusedDate(at.add({ years: way * (level === 'months' ? 1 : 10) }))
  }
  const step = 'grid size-11 place-items-center rounded-sm hover:bg-sunk'

  return (
    <div className="w-[19.25rem] max-w-full">
      <div className="flex items-center justify-between pb-2">
        <button type="button" aria-label={`Previous ${heading.unit}`} onClick={() => jump(-1)} className={step}>
          <ChevronLeft size={20} />
        </button>
        {level === 'years' ? (
          <p aria-live="polite" className="lettering text-lg">
            {heading.title}
          </p>
        ) : (
          <button
            type="button"
            onClick={() => setLevel(level === 'days' ? 'months' : 'years')}
            className="lettering min-h-11 rounded-sm px-3 text-lg underline decoration-edge decoration-2 underline-offset-4 hover:bg-sunk"
          >
            <span aria-live="polite">{heading.title}</span>
            <span className="sr-only">, {heading.up}</span>
          </button>
        )}
        <button type="button" aria-label={`Next ${heading.unit}`} onClick={() => jump(1)} className={step}>
          <ChevronRight size={20} />
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
                className="tabular grid size-11 cursor-pointer place-items-center rounded-sm outline-offset-[-2px] hover:bg-sunk data-[disabled]:cursor-not-allowed data-[disabled]:text-edge data-[outside-month]:invisible data-[today]:[box-shadow:inset_0_-3px_0_var(--color-clay)] data-[selected]:bg-ink data-[selected]:font-[680] data-[selected]:text-chalk data-[unavailable]:text-edge"
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
          label={`Years ${heading.title}`}
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
