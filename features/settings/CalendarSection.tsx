import { useRef, useState } from 'react'
import { getCalendar, renewCalendar } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { copyFrom } from '#/web/copy.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Section } from './Section.tsx'

/** The secret address for following the player's matches in a calendar program. */
export function CalendarSection() {
  const read = useRead(getCalendar, {})
  const [asking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const renew = useAction(renewCalendar, {
    stale: [getCalendar],
    toast: () => 'Your calendar has a new address. The old one no longer works.',
    onDone: () => setAsking(false),
    onRefused: () => setAsking(false),
  })

  async function copy(): Promise<void> {
    if (await copyFrom(input.current)) showToast({ tone: 'good', text: 'The address is copied.' })
  }

  return (
    <Section
      title="My calendar"
      lead="Your matches, their last days and the play-off dates in your own calendar, always up to date. The address is secret: anyone who has it can read them."
    >
      <Loaded of={read} loading="Loading your calendar’s address" skeleton={{ kind: 'lines' }}>
        {({ url }) => (
          <div className="flex flex-col gap-4">
            <TextField ref={input} label="Address of my calendar" optional="filter" readOnly value={url} />
            <div className="flex flex-wrap gap-3">
              <a
                href={url.replace(/^https?:/, 'webcal:')}
                className="inline-flex min-h-11 items-center font-[650] underline underline-offset-4"
              >
                Open in my calendar app
              </a>
              <Button variant="secondary" onClick={() => void copy()}>
                Copy the address
              </Button>
              <Button variant="quiet" onClick={() => setAsking(true)}>
                Change the address
              </Button>
            </div>
          </div>
        )}
      </Loaded>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Change the address of your calendar?"
        description="The old address stops working at once, including in your own calendar app. Subscribe there again with the new one."
        confirm="Change the address"
        busy={renew.busy}
        onConfirm={() => renew.run({})}
      />
    </Section>
  )
}
