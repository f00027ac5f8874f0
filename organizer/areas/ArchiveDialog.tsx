import { useState } from 'react'
import { listDivisions, listSeasons } from '#/features/calls.gen.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { getOrganizer, archiveArea, listOrganizerAreas, previewArchiving } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrganizerArea, Running } from './contract.ts'

/** Archives an area, after listing what still runs there. */
export function ArchiveDialog({ area, onClose }: { area: OrganizerArea; onClose: () => void }) {
  const { slug, name } = area
  const [anyway, setAnyway] = useState(false)
  const [error, setError] = useState<string>()
  const read = useRead(previewArchiving, { params: { slug } })
  const archive = useAction(archiveArea, {
    stale: [listOrganizerAreas, getOrganizer, listSeasons, listDivisions, previewArchiving],
    onDone: onClose,
    // If somebody has joined in the meantime, the list shows it.
    onRefused: () => read.refetch(),
  })
  const running = read.data?.running ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Archive ${name}?`}
      description="Nothing is sold there anymore, and nobody can choose it. Its results, tables and payments are kept. You can restore it."
      role="alertdialog"
      size="lg"
      actions={
        <>
          {read.data && (
            <Button
              variant="danger"
              busy={archive.busy}
              onClick={() =>
                running.length > 0 && !anyway
                  ? setError('Please confirm that all of this may continue in an archived area.')
                  : archive.run({ params: { slug }, body: { anyway } })
              }
            >
              Archive the area
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Loaded of={read} loading="Looking for what still runs" skeleton={{ kind: 'lines', count: 3 }}>
        {(preview) =>
          preview.running.length === 0 ? (
            <p>Nothing is running there now.</p>
          ) : (
            <div className="flex flex-col gap-4">
              <Notice tone="warn" title="Still running">
                <ul className="flex list-disc flex-col gap-1 pl-5">
                  {preview.running.map((each) => (
                    <li key={`${each.kind} ${each.season_id}`}>
                      <TextLink to={pathOf(each, slug)}>{each.title}</TextLink>: {formatCount(each)}
                    </li>
                  ))}
                </ul>
              </Notice>
              <p>Leagues with players continue to their end, and orders being paid are completed. Wait-lists end.</p>
              <Checkbox
                id="anyway"
                name="anyway"
                label="Archive it anyway"
                checked={anyway}
                error={error}
                onChange={({ currentTarget }) => {
                  setAnyway(currentTarget.checked)
                  setError(undefined)
                }}
              />
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function pathOf({ kind, season_id }: Running, area: string): string {
  if (kind === 'orders') return deskPaths.paymentsOf({ area, status: 'Pending' })
  if (kind === 'invitations') return deskPaths.entriesOf({ area, state: 'invited' })
  if (kind === 'playoffs') return deskPaths.playoffs
  return season_id === null ? deskPaths.seasons : deskPaths.entriesOf({ area, season_id })
}

const units: Record<Running['kind'], readonly [one: string, many: string]> = {
  season: ['entry', 'entries'],
  orders: ['order', 'orders'],
  wait_lists: ['player', 'players'],
  invitations: ['invitation', 'invitations'],
  playoffs: ['league', 'leagues'],
}

function formatCount({ kind, count }: Running): string {
  return `${count} ${units[kind][count === 1 ? 0 : 1]}`
}
