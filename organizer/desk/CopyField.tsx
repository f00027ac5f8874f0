import { useRef } from 'react'
import { Button } from '#/web/ui/Button.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'

type CopyFieldProps = {
  label: string
  value: string
  /** The label of the button: 'Copy the secret'. */
  copy: string
  /** Lines to show. Defaults to one. */
  rows?: number
}

/** A text to use elsewhere, with a button that copies it. */
export function CopyField({ label, value, copy, rows = 1 }: CopyFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const copyIt = async () => {
    // Selects the text first, so that it can be copied by hand if there is no access to the clipboard.
    field.current?.select()
    const copied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    showToast(copied ? { tone: 'good', text: 'Copied.' } : { tone: 'bad', text: 'Please copy it by hand.' })
  }
  const shared = { label, value, readOnly: true, optional: 'filter', spellCheck: false } as const
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        {rows === 1 ? <TextField ref={field} {...shared} /> : <TextArea ref={field} {...shared} rows={rows} />}
      </div>
      <Button variant="secondary" onClick={() => void copyIt()}>
        {copy}
      </Button>
    </div>
  )
}
