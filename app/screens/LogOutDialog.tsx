import { ConfirmDialog } from '#/web/ui/Dialog.tsx'

type LogOutDialogProps = { unsent: number; busy: boolean; onClose: () => void; onConfirm: () => void }

/** Asks before logging out deletes unsent scores with everything else on the device. */
export function LogOutDialog({ unsent, busy, onClose, onConfirm }: LogOutDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Log out without sending?"
      description={`${unsent === 1 ? 'A score was' : `${unsent} scores were`} not sent yet. Logging out deletes what is saved on this device.`}
      confirm="Log out and delete"
      cancel="Stay signed in"
      tone="danger"
      busy={busy}
      onConfirm={onConfirm}
    />
  )
}
