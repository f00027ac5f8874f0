import { useState, type ReactNode } from 'react'
import { ApiError } from '#/web/call.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'

type ReasonDialogProps = {
  title: string
  description: ReactNode
  children?: ReactNode
  /** Says what happens: 'Void the result'. */
  confirm: string
  tone?: 'primary' | 'danger'
  hint?: string
  /** Does it; throws ApiError. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks once, with a reason, before something that players are told of. Mounted while it is open. */
export function ReasonDialog({
  title,
  description,
  children,
  confirm,
  tone = 'primary',
  hint = 'The players read it, and the record keeps it.',
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const missing = reason.trim() === '' ? 'Please give a reason: it goes into the record.' : undefined

  async function run(): Promise<void> {
    setAsked(true)
    if (missing !== undefined) return
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm(reason.trim())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(Object.values(error.fields)[0] ?? error.message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      role="alertdialog"
      actions={
        <>
          <Button variant={tone} busy={busy} onClick={() => void run()}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <TextArea
          name="reason"
          label="Reason"
          hint={hint}
          value={reason}
          error={asked ? missing : undefined}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failure && <Notice tone="error">{failure}</Notice>}
      </div>
    </Dialog>
  )
}
