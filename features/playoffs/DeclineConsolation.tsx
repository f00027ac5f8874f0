import { useState } from 'react'
import {
  declineConsolation,
  getActivity,
  getBracket,
  getConsolationPlace,
  listMyMatches,
} from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'

/** Lets a player of the consolation decline it. Empty for everybody else. */
export default function DeclineConsolation({ league_id }: { league_id: number }) {
  const [isAsking, setAsking] = useState(false)
  const params = { league_id }
  const place = useRead(getConsolationPlace, { params }).data?.place ?? 'none'
  const close = () => setAsking(false)
  const decline = useAction(declineConsolation, {
    stale: [getConsolationPlace, getBracket, getActivity, listMyMatches],
    onDone: close,
    onRefused: close,
  })
  if (place === 'none') return null
  if (place === 'declined') return <p className="mt-4 text-ink-soft">You have declined the consolation.</p>
  return (
    <>
      <Button variant="secondary" className="mt-4" onClick={() => setAsking(true)}>
        Decline the consolation
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title="Decline the consolation?"
        description="The other sides of your matches advance. You cannot undo this."
        confirm="Decline"
        cancel="Keep my place"
        tone="danger"
        busy={decline.busy}
        onConfirm={() => decline.run({ params })}
      />
    </>
  )
}
