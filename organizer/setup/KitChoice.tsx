import { useRef } from 'react'
import type { CallInput } from '#/contract/endpoint.ts'
import {
  listOrganizerAreas,
  listOrganizerDivisions,
  getOrganizer,
  applyStarterKit,
  getSetup,
} from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'

type Copy = CallInput<typeof applyStarterKit>['body']['copy']

/** Chooses the initial data of a new installation, once. */
export function KitChoice() {
  const file = useRef<HTMLInputElement>(null)
  const apply = useAction(applyStarterKit, {
    stale: [getSetup, listOrganizerAreas, listOrganizerDivisions, getOrganizer],
  })

  async function begin(chosen: File | undefined) {
    if (!chosen) return
    const copy = await readCopy(chosen)
    if (copy) apply.run({ body: { kit: 'copy', copy } })
    else showToast({ tone: 'bad', text: 'This is not the file that the setup of another installation has saved.' })
  }

  return (
    <>
      <Button size="sm" variant="secondary" busy={apply.busy} onClick={() => apply.run({ body: { kit: 'us-flex' } })}>
        Take the starter kit: US flex league
      </Button>
      <Button size="sm" variant="secondary" busy={apply.busy} onClick={() => file.current?.click()}>
        Copy another installation
      </Button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        tabIndex={-1}
        aria-label="File of another installation"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          // Lets the same file be chosen again after a correction.
          currentTarget.value = ''
          void begin(chosen)
        }}
      />
      <Button size="sm" variant="quiet" busy={apply.busy} onClick={() => apply.run({ body: { kit: 'empty' } })}>
        Begin with nothing
      </Button>
    </>
  )
}

/** Reads a file for the server to check. Null if it is not JSON, or not an object. */
async function readCopy(file: File): Promise<Copy | null> {
  try {
    const read: unknown = JSON.parse(await file.text())
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Copy) : null
  } catch {
    return null
  }
}
