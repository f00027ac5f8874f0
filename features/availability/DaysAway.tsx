import { useState } from 'react'
import { formatDays } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { mergeAway, type Away } from '#/rules/availability.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DateField } from '#/web/ui/DateField.tsx'

type DaysAwayProps = { away: readonly Away[]; onChange: (away: Away[]) => void }

/** The days on which the player cannot play. */
export function DaysAway({ away, onChange }: DaysAwayProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | undefined>()

  function add(): void {
    const last = to || from
    if (from === '') return setError('Please choose the first day.')
    if (last < from) return setError('Please choose a last day that is not before the first.')
    onChange(mergeAway([...away, { from, to: last }]))
    setFrom('')
    setTo('')
    setError(undefined)
  }

  return (
    <div className="flex flex-col gap-4">
      {away.length > 0 && (
        <ul className="border-t border-line">
          {away.map((days) => {
            const name = formatDays(wireDay(days.from), wireDay(days.to))
            return (
              <li key={days.from} className="flex items-center justify-between gap-3 border-b border-line py-2">
                <span className="tabular">{name}</span>
                <Button size="sm" variant="quiet" onClick={() => onChange(away.filter((other) => other !== days))}>
                  Remove<span className="sr-only"> {name}</span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="First day away" value={from} onChange={setFrom} error={error} />
        <DateField label="Last day away" optional value={to} onChange={setTo} {...(from && { min: from })} />
      </div>
      <div>
        <Button variant="secondary" onClick={add}>
          Add these days
        </Button>
      </div>
    </div>
  )
}
