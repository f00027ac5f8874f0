import { useRef, useState, type ReactNode } from 'react'
import type { Confirmation } from '#/features/matches/contract.ts'
import { actionsOf, type ScoreAction } from '#/rules/confirmation.ts'
import { ApiError } from '#/web/call.ts'
import type { FormDraft } from '#/web/form-draft.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/on-demand.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { formatConfirmation } from './format.ts'

const DisputeDialog = onDemand(() => import('./DisputeDialog.tsx').then((part) => part.DisputeDialog))

type AnswerPanelProps = {
  confirmation: Confirmation
  /** Throws ApiError, which the panel shows. */
  onConfirm: () => Promise<unknown>
  /** Throws ApiError, which the dialog shows. */
  onDispute: (reason: string) => Promise<unknown>
  onCorrect: () => void
  /** Keeps what was typed of a dispute. */
  keep: FormDraft | undefined
}

/** A score's confirmation state, and the reader's options (rules/confirmation.ts). */
export function AnswerPanel({ confirmation, onConfirm, onDispute, onCorrect, keep }: AnswerPanelProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [disputing, setDisputing] = useState(false)
  const { state, role, has_corrected } = confirmation
  const actions = actionsOf(state, role, has_corrected)
  const { title, text, tone } = formatConfirmation(confirmation)

  async function confirm(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      // The button is gone; what it did is said here.
      panel.current?.focus()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
      showToast({ tone: 'bad', text: error.message })
    } finally {
      setBusy(false)
    }
  }

  const buttons: Record<ScoreAction, () => ReactNode> = {
    confirm: () => (
      <Button key="confirm" busy={busy} onClick={() => void confirm()}>
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
          <Button busy={busy} onClick={() => void confirm()}>
            Accept this score
          </Button>
        )}
        <Button variant="secondary" onClick={onCorrect}>
          Correct the score
        </Button>
      </span>
    ),
  }

  return (
    <>
      <div ref={panel} tabIndex={-1} className="[outline-style:none]">
        <Notice tone={tone} title={title} actions={actions.length > 0 && actions.map((action) => buttons[action]())}>
          {text}
          {failure && <p className="mt-2 font-[620] text-bad">{failure}</p>}
        </Notice>
      </div>
      {disputing && <DisputeDialog keep={keep} onDispute={onDispute} onClose={() => setDisputing(false)} />}
    </>
  )
}
