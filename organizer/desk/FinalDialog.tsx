import type { ComponentProps } from 'react'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { useFinal } from './final.tsx'

type FinalDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'onClose'> & {
  /** The button's label, a verb. */
  confirm: string
  /** Typed to confirm a grave act. */
  word?: string
  busy: boolean
  onConfirm: () => void
}

/** Confirms an act that cannot be undone and needs no reason. Mounted while it is open. */
export function FinalDialog({ confirm, word, busy, onConfirm, ...dialog }: FinalDialogProps) {
  const { part, accepts } = useFinal(word === undefined || { word })
  return (
    <Dialog
      {...dialog}
      open
      role="alertdialog"
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={() => accepts() && onConfirm()}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={dialog.onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">{part}</div>
    </Dialog>
  )
}
