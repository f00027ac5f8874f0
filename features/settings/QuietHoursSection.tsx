import { useState, type FormEvent } from 'react'
import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { getPreferences, updatePreferences } from '#/features/calls.gen.ts'
import type { NotificationPreferences } from '#/features/notifications/contract.ts'
import { organization } from '#/contract/organization.ts'
import { parseTime, writeTime } from '#/rules/time.ts'
import { useAction } from '#/web/action.ts'
import { useKeptDraft } from '#/web/kept-draft.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TimeField } from '#/web/ui/TimeField.tsx'
import { Section } from './Section.tsx'

type Quiet = NotificationPreferences['quiet']
type Problems = { from?: string; to?: string }

/** Default times for a player who has turned quiet hours off. */
const usual = { from: '22:00', to: '08:00' }

/** The quiet hours of the player's devices. */
export function QuietHoursSection({ preferences: { quiet, kinds } }: { preferences: NotificationPreferences }) {
  const saved = {
    isOn: quiet !== null,
    from: writeTime((quiet ?? usual).from, organization().locale),
    to: writeTime((quiet ?? usual).to, organization().locale),
  }
  const [draft, setDraft] = useKeptDraft(useFormDraft('quiet-hours'), (stored) => ({ ...saved, ...(stored as object) }))
  const { isOn, from, to } = draft ?? saved
  const set = (change: Partial<typeof saved>) => setDraft({ isOn, from, to, ...change })
  const [problems, setProblems] = useState<Problems>({})
  const save = useAction(updatePreferences, {
    stale: [getPreferences],
    toast: () => 'Saved.',
    onDone: () => setDraft(null),
  })

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
      lead="Notifications that arrive in these hours are shown on your devices afterwards, unless you have read them or it is too late. Times are in your area’s time zone."
    >
      <form onSubmit={submit} noValidate className="flex max-w-md flex-col gap-4">
        <Checkbox
          name="quiet"
          label="Keep my devices quiet at night"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => set({ isOn: checked })}
        />
        {isOn && (
          <div className="grid grid-cols-2 gap-4">
            <TimeField
              id="quiet-from"
              name="quiet-from"
              label="From"
              value={from}
              error={problems.from}
              onChange={({ currentTarget: { value } }) => set({ from: value })}
            />
            <TimeField
              id="quiet-to"
              name="quiet-to"
              label="To"
              value={to}
              error={problems.to}
              onChange={({ currentTarget: { value } }) => set({ to: value })}
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

/** The times in the call's format, and their problems. */
function readTimes(from: string, to: string): { value: Quiet; problems: Problems } {
  const [begin, end] = [parseTime(from), parseTime(to)]
  const problem = `Please enter a time like ${writeTime('22:00', organization().locale)}.`
  if (begin === null || end === null)
    return { value: null, problems: { ...(begin === null && { from: problem }), ...(end === null && { to: problem }) } }
  if (begin === end) return { value: null, problems: { to: 'Please choose two different times.' } }
  return { value: { from: begin, to: end }, problems: {} }
}
