import { useState, type FormEvent } from 'react'
import { getPreferences, updatePreferences } from '#/features/calls.gen.ts'
import type { NotificationPreferences } from '#/features/notifications/contract.ts'
import { organization } from '#/contract/organization.ts'
import { parseTime, writeTime } from '#/rules/time.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TimeField } from '#/web/ui/TimeField.tsx'
import { Section } from './Section.tsx'

type Quiet = NotificationPreferences['quiet']
type Problems = { from?: string; to?: string }

/** Where the fields begin for a player who has turned the quiet hours off. */
const usual = { from: '22:00', to: '08:00' }

/** When the player's devices stay quiet. */
export function QuietHoursSection({ preferences: { quiet, kinds } }: { preferences: NotificationPreferences }) {
  const [isOn, setIsOn] = useState(quiet !== null)
  const [from, setFrom] = useState(writeTime((quiet ?? usual).from, organization().locale))
  const [to, setTo] = useState(writeTime((quiet ?? usual).to, organization().locale))
  const [problems, setProblems] = useState<Problems>({})
  const save = useAction(updatePreferences, { stale: [getPreferences], toast: () => 'Saved.' })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { value, problems: found } = isOn ? readTimes(from, to) : { value: null, problems: {} }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first === undefined) save.run({ body: { quiet: value, kinds } })
    else document.getElementById(`quiet-${first}`)?.focus()
  }

  return (
    <Section
      title="Quiet hours"
      lead="What comes in these hours is shown on your devices after them, unless you have read it or it is too late by then. The times are those of your area."
    >
      <form onSubmit={submit} noValidate className="flex max-w-md flex-col gap-4">
        <Checkbox
          name="quiet"
          label="Keep my devices quiet at night"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => setIsOn(checked)}
        />
        {isOn && (
          <div className="grid grid-cols-2 gap-4">
            <TimeField
              id="quiet-from"
              name="quiet-from"
              label="From"
              value={from}
              error={problems.from}
              onChange={({ currentTarget: { value } }) => setFrom(value)}
            />
            <TimeField
              id="quiet-to"
              name="quiet-to"
              label="To"
              value={to}
              error={problems.to}
              onChange={({ currentTarget: { value } }) => setTo(value)}
            />
          </div>
        )}
        <div>
          <Button type="submit" variant="secondary" busy={save.busy}>
            Set quiet hours
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** The times as the call takes them, and what is wrong with them. */
function readTimes(from: string, to: string): { value: Quiet; problems: Problems } {
  const [begin, end] = [parseTime(from), parseTime(to)]
  const problem = `Please enter a time like ${writeTime('22:00', organization().locale)}.`
  if (begin === null || end === null)
    return { value: null, problems: { ...(begin === null && { from: problem }), ...(end === null && { to: problem }) } }
  if (begin === end) return { value: null, problems: { to: 'Please choose two different times.' } }
  return { value: { from: begin, to: end }, problems: {} }
}
