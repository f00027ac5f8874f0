import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import type { DialogProps } from './ModalDialog.tsx'
import { createPart, loadOnAnyReach, usePart } from './part.ts'

// The dialog library is half the size of React: no screen waits for it.
const modal = createPart(() => import('./ModalDialog.tsx'))
loadOnAnyReach(modal)

/** A modal dialog: traps and returns the focus, and closes with Escape or a press outside (except alerts). */
export function Dialog(props: DialogProps) {
  const { open, onClose } = props
  const loaded = usePart(modal, open, onClose)
  return loaded ? <loaded.ModalDialog {...props} /> : null
}

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description: ReactNode
  /** The button's label, a verb: 'Delete match', never 'OK'. */
  confirm: string
  cancel?: string
  tone?: 'primary' | 'danger'
  busy?: boolean
  /** Why it cannot be confirmed. */
  reason?: string | undefined
  onConfirm: () => void
}

/** Asks for confirmation before something is spent or deleted. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  confirm,
  cancel = 'Cancel',
  tone = 'primary',
  busy = false,
  reason,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      role="alertdialog"
      actions={
        <>
          <Button variant={tone} busy={busy} reason={reason} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {cancel}
          </Button>
        </>
      }
    />
  )
}
