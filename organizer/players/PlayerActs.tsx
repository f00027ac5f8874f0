import { useState } from 'react'
import { BulkDialog, type BulkCall } from '#/organizer/desk/BulkDialog.tsx'
import type { Chosen } from '#/organizer/desk/DeskList.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import type { PlayerRow } from './contract.ts'

/** The act on the chosen players of the list. */
export function PlayerActs({ chosen }: { chosen: Chosen<PlayerRow> }) {
  const [open, setOpen] = useState(false)
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  /** The text that the preview is for: typed to its end. */
  const [written, setWritten] = useState<{ subject: string; body: string } | null>(null)
  const keep = () =>
    setWritten(subject.trim() === '' || body.trim() === '' ? null : { subject: subject.trim(), body: body.trim() })
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Email
      </Button>
      {open && (
        <BulkDialog
          title={`Email ${chosen.count} ${chosen.count === '1' ? 'player' : 'players'}`}
          description="Each gets it once. An email cannot be taken back. The reason is for the audit log."
          verb="Email"
          request={
            written && {
              act: 'message',
              selection: chosen.selection as Extract<BulkCall, { act: 'message' }>['selection'],
              ...written,
            }
          }
          onClose={() => setOpen(false)}
        >
          <TextField
            name="subject"
            label="Subject"
            maxLength={120}
            value={subject}
            onChange={(event) => setSubject(event.currentTarget.value)}
            onBlur={keep}
          />
          <TextArea
            name="body"
            label="Text"
            rows={6}
            maxLength={5000}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
            onBlur={keep}
          />
        </BulkDialog>
      )}
    </>
  )
}
