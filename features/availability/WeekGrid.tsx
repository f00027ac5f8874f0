import { useState, type KeyboardEvent } from 'react'
import { formatTime } from '#/contract/time.ts'
import { usePainting, type Stroke } from './painting.web.ts'
import { formatCells, paint, ROWS, timeOfRow, weekdays, type Cell, type Week } from './week.ts'

type WeekGridProps = { week: Week; onChange: (week: Week) => void }

/** The half hours of a week, painted with a mouse, a finger, or the arrow keys and the space bar. */
export function WeekGrid({ week, onChange }: WeekGridProps) {
  /** The cell that has the grid's single tab stop. */
  const [at, setAt] = useState<Cell>({ day: 0, row: 24 })
  /** The cell where painting with Shift began. */
  const [anchor, setAnchor] = useState<Cell | null>(null)
  const [said, setSaid] = useState('')
  const isPainted = ({ day, row }: Cell) => week[day]?.[row] === true
  const { box, stroke, takesClick, handlers } = usePainting<HTMLTableElement>({ isPainted, onStroke: put })
  const shown = stroke ? paint(week, stroke.from, stroke.to, stroke.painted) : week

  function put({ from, to, painted }: Stroke): void {
    onChange(paint(week, from, to, painted))
    setAt(to)
    setSaid(`${formatCells(from, to)}: ${painted ? 'available' : 'not available'}.`)
  }

  function move(event: KeyboardEvent): void {
    const [days, rows] = ways[event.key] ?? [0, 0]
    if (days === 0 && rows === 0) return
    event.preventDefault()
    const next = { day: within(at.day + days, weekdays.length), row: within(at.row + rows, ROWS) }
    if (event.shiftKey) {
      const from = anchor ?? at
      put({ from, to: next, painted: anchor === null ? true : isPainted(anchor) })
      setAnchor(from)
    } else setAnchor(null)
    setAt(next)
    box.current?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-row="${next.row}"]`)?.focus()
  }

  return (
    <>
      <table
        ref={box}
        className="w-full table-fixed border-separate [border-spacing:1px] [-webkit-touch-callout:none] select-none"
        {...handlers}
      >
        <caption className="sr-only">
          When you can play. Move with the arrow keys, change a half hour with the space bar, hold Shift to paint
          several.
        </caption>
        <thead>
          <tr>
            <th scope="col" className="w-12 sm:w-16">
              <span className="sr-only">Time</span>
            </th>
            {weekdays.map((day) => (
              <th key={day} scope="col" className="pb-1.5 text-sm font-[650]">
                <span aria-hidden="true" className="sm:hidden">
                  {day.slice(0, 2)}
                </span>
                <span className="max-sm:sr-only">{day.slice(0, 3)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: ROWS }, (_, row) => (
            <tr key={timeOfRow(row)}>
              <th
                scope="row"
                className="tabular pr-1.5 text-right align-top text-xs leading-none font-normal text-ink-soft"
              >
                {row % 2 === 0 ? (
                  formatHour(timeOfRow(row))
                ) : (
                  <span className="sr-only">{formatTime(timeOfRow(row))}</span>
                )}
              </th>
              {shown.map((rows, day) => (
                <td key={weekdays[day]} className="p-0">
                  <button
                    type="button"
                    data-day={day}
                    data-row={row}
                    aria-pressed={rows[row] === true}
                    aria-label={formatCells({ day, row }, { day, row })}
                    tabIndex={day === at.day && row === at.row ? 0 : -1}
                    onKeyDown={move}
                    onFocus={() => setAt({ day, row })}
                    onClick={(event) => {
                      const cell = { day, row }
                      if (takesClick(event)) put({ from: cell, to: cell, painted: !isPainted(cell) })
                      setAnchor(null)
                    }}
                    className={`block h-7 w-full rounded-xs border focus-visible:relative focus-visible:z-10 ${
                      rows[row]
                        ? 'border-good bg-good forced-colors:bg-[Highlight]'
                        : 'border-line bg-surface hover:border-ink'
                    } ${row % 2 === 0 ? 'mt-0.5' : ''}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <output className="sr-only">{said}</output>
    </>
  )
}

/** Days and rows by which each key moves. */
const ways: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
  PageUp: [0, -4],
  PageDown: [0, 4],
}

function within(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, value))
}

/** '6 PM' or '18:00'. */
function formatHour(time: string): string {
  return formatTime(time).replace(':00 ', ' ')
}
