import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { CopyField } from './CopyField.tsx'

type SecretDialogProps = { title: string; description: string; label: string; secret: string; onClose: () => void }

/** Shows a secret, the only time it can be seen. */
export function SecretDialog({ title, description, label, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      role="alertdialog"
      size="lg"
      actions={<Button onClick={onClose}>I have kept it</Button>}
    >
      <CopyField label={label} value={secret} copy="Copy it" />
    </Dialog>
  )
}
