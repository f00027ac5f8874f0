import { useState } from 'react'
import { BulkDialog, type BulkCall } from '#/organizer/desk/BulkDialog.tsx'
import type { Chosen } from '#/organizer/desk/DeskList.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { Button } from '#/web/ui/Button.tsx'
import type { OrganizerSeason } from './contract.ts'

/** The act on the chosen seasons of the list. */
export function SeasonActs({ chosen }: { chosen: Chosen<OrganizerSeason> }) {
  const reason = useOwnersOnly()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="danger" reason={reason} onClick={() => setOpen(true)}>
        Close
      </Button>
      {open && (
        <BulkDialog
          title={`Close ${chosen.count} ${chosen.count === '1' ? 'season' : 'seasons'}?`}
          description="No more matches count in a closed season, and its play-offs can be created. To open one again, change its days."
          verb="Close"
          danger
          request={{
            act: 'close',
            selection: chosen.selection as Extract<BulkCall, { act: 'close' }>['selection'],
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
