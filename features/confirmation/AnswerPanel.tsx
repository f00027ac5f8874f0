import { useState, type ReactNode } from 'react'
import type { Confirmation } from '#/features/matches/contract.ts'
import { actionsOf, type ScoreAction } from '#/rules/confirmation.ts'
import { ApiError } from '#/web/call.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { formatMoment } from '#/contract/format.ts'

type AnswerPanelProps = {
  confirmation: Confirmation
  /** Each does it and answers the server's sentence; throws ApiError. */
  onConfirm: () => Promise<string>
  onDispute: (reason: string) => Promise<string>
  onCorrect: () => void
  onDone: (message: string) => void
}

/** How far a score is confirmed, and what the reader may do about it (rules/confirmation.ts). */
export function AnswerPanel({ confirmation, onConfirm, onDispute, onCorrect, onDone }: AnswerPanelProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [disputing, setDisputing] = useState(false)
  const { state, role, has_corrected } = confirmation
  const actions = actionsOf(state, role, has_corrected)
  const { title, text, tone } = formatState(confirmation)

  async function run(answer: () => Promise<string>): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      onDone(await answer())
      setDisputing(false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  const buttons: Record<ScoreAction, () => ReactNode> = {
    confirm: () => (
      <Button key="confirm" busy={busy} onClick={() => void run(onConfirm)}>
        Confirm score
      </Button>
    ),
    correct: () => (
      <Button key="correct" variant="secondary" onClick={onCorrect}>
        Correct it
      </Button>
    ),
    dispute: () => (
      <Button key="dispute" variant="quiet" onClick={() => setDisputing(true)}>
        Dispute it
      </Button>
    ),
    edit: () => (
      <Button key="edit" variant="secondary" onClick={onCorrect}>
        Edit the score
      </Button>
    ),
    settle: () => (
      <span key="settle" className="flex flex-wrap gap-3">
        {(state === 'disputed' || state === 'unconfirmed') && (
          <Button busy={busy} onClick={() => void run(onConfirm)}>
            Accept this score
          </Button>
        )}
        <Button variant="secondary" onClick={onCorrect}>
          Enter the right score
        </Button>
      </span>
    ),
  }

  return (
    <>
      <Notice tone={tone} title={title} actions={actions.length > 0 && actions.map((action) => buttons[action]())}>
        {text}
        {failure && !disputing && (
          <p role="alert" className="mt-2 font-[620] text-bad">
            {failure}
          </p>
        )}
      </Notice>
      <DisputeDialog
        open={disputing}
        busy={busy}
        failure={failure}
        onClose={() => setDisputing(false)}
        onDispute={(reason) => void run(() => onDispute(reason))}
      />
    </>
  )
}

type DisputeDialogProps = {
  open: boolean
  busy: boolean
  failure: string | null
  onClose: () => void
  onDispute: (reason: string) => void
}

function DisputeDialog({ open, busy, failure, onClose, onDispute }: DisputeDialogProps) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const missing = reason.trim() === '' ? 'Please say what is wrong, so that the organizer can settle it.' : undefined
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Dispute this score?"
      description="It leaves the standings until an organizer settles it. The other side can read your reason."
      actions={
        <>
          <Button
            variant="danger"
            busy={busy}
            onClick={() => {
              setAsked(true)
              if (!missing) onDispute(reason)
            }}
          >
            Dispute score
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && <Notice tone="error">{failure}</Notice>}
        <TextArea
          label="What is wrong?"
          name="reason"
          maxLength={1000}
          value={reason}
          error={asked ? missing : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

type Face = { tone: 'info' | 'success' | 'warn'; title: string; text: string }

function formatState({ state, role, answer_until, has_corrected }: Confirmation): Face {
  const until = formatMoment(answer_until)
  switch (state) {
    case 'unconfirmed':
      if (role === 'other')
        return {
          tone: 'warn',
          title: 'Is this score right?',
          text: `It already counts. You can answer until ${until}; silence confirms it.${has_corrected ? ' Your side has already corrected it once. If it is still wrong, dispute it.' : ''}`,
        }
      return {
        tone: 'info',
        title: role === 'author' ? 'Waiting for the other side' : 'Not confirmed yet',
        text: `It already counts. The other side can answer until ${until}; silence confirms it.`,
      }
    case 'disputed':
      return {
        tone: 'warn',
        title: 'This score is disputed',
        text: 'It is out of the standings until an organizer settles it.',
      }
    case 'confirmed':
      return {
        tone: 'success',
        title: 'This score is final',
        text: 'It is confirmed. Only an organizer can change it.',
      }
    case 'settled':
      return { tone: 'success', title: 'This score is final', text: 'An organizer has settled it.' }
  }
}
