import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { CallInput } from '#/contract/endpoint.ts'
import { formatAmount } from '#/contract/money.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useFormDraft } from './form-draft.web.ts'
import { ReasonDialog, playersReadReason } from './ReasonDialog.tsx'
import { previewBulk, startBulk } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useNavigate } from '#/web/router.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import type { BulkPreview } from '#/organizer/bulk/contract.ts'
import { bulkStart, formatThings } from './bulk-contract.ts'

export type BulkCall = CallInput<typeof previewBulk>['body']

type BulkDialogProps = {
  title: string
  /** Says what it means, and whether it can be undone. */
  description: string
  /** The verb of the button: 'Move' 6 entries. */
  verb: string
  /** Null until it is known what to do. */
  request: BulkCall | null
  danger?: boolean
  /** A word that has to be typed, for an act that is grave and cannot be undone. */
  word?: string
  onClose: () => void
  /** The choice of what to do. */
  children?: ReactNode
}

/** Asks what to do with many things and why, with a preview of whom it concerns. Starts the task, and opens its report. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, description, verb, request, danger = false, word, onClose, children } = props
  const navigate = useNavigate()
  const preview = useRead(previewBulk, { body: request ?? placeholder }, { enabled: request !== null })
  const start = useAction(startBulk, {
    toast: null,
    onDone: ({ task_id }) => navigate(deskPaths.bulkTask(task_id)),
  })
  const seen = request === null ? undefined : preview.data
  const count = seen?.will.length ?? 0
  const form = useForm({
    schema: word === undefined ? bulkStart : withWord(word),
    keep: useFormDraft(`bulk-${verb}`),
    initial: { reason: '', word: '' },
    toBody: (values) => ({ ...values, digest: seen?.digest ?? '' }),
    onSubmit: async ({ digest, reason }) => {
      try {
        await start.submit({ body: { digest, reason } })
      } catch (error) {
        // After a refusal, the preview shows the things as they are now.
        await preview.refetch()
        throw error
      }
    },
  })
  return (
    <ReasonDialog
      title={title}
      description={description}
      confirm={request === null || count === 0 ? verb : `${verb} ${formatThings(request.act, count)}`}
      danger={danger}
      alert
      size="lg"
      reason={
        request === null
          ? 'Choose what to do first.'
          : seen && count === 0
            ? 'Everything chosen is left out.'
            : seen === undefined
              ? 'The preview is not there yet.'
              : undefined
      }
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      {children}
      {request && (
        <Loaded of={preview} loading="Looking at what will happen" skeleton={{ kind: 'lines', count: 3 }}>
          {(loaded) => <Preview preview={loaded} act={request.act} />}
        </Loaded>
      )}
      {word !== undefined && (
        <TextField
          {...form.field('word')}
          label={`Type “${word}” to go on`}
          hint="This cannot be undone."
          autoComplete="off"
        />
      )}
    </ReasonDialog>
  )
}

/** Never sent: the read is off while nothing is chosen. */
const placeholder: BulkCall = { act: 'cancel_league', selection: { ids: [] } }

function withWord(word: string) {
  return z.extend(bulkStart, {
    word: z.string().check(
      z.trim(),
      z.refine((typed) => typed.toLowerCase() === word, `Please type “${word}”.`),
    ),
  })
}

/** Lines that are shown before the list is unfolded. */
const FIRST_LINES = 8

function Preview({ preview, act }: { preview: BulkPreview; act: BulkCall['act'] }) {
  const { will, left_out, refund, cash } = preview
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <p className="font-[680]" aria-live="polite">
        {[
          `${formatThings(act, will.length)} will change`,
          left_out.length > 0 && `${left_out.length} left out`,
          refund > 0 && `${formatAmount(refund)} goes back to cards`,
        ]
          .filter(Boolean)
          .join(', ')}
        .
      </p>
      {refund > 0 && <p>A refund cannot be undone.</p>}
      {cash > 0 && (
        <Notice tone="warn">
          {formatAmount(cash)} was paid in cash. Please return it by hand: no card is refunded.
        </Notice>
      )}
      <Lines lines={will.map(({ id, text }) => ({ id, text }))} isOpen />
      {left_out.length > 0 && (
        <details open={will.length === 0}>
          <summary className="min-h-6 w-fit cursor-pointer underline">Left out, and why ({left_out.length})</summary>
          <Lines lines={left_out.map(({ id, why }) => ({ id, text: why }))} isOpen={false} />
        </details>
      )}
    </section>
  )
}

function Lines({ lines, isOpen }: { lines: { id: number; text: string }[]; isOpen: boolean }) {
  const [all, setAll] = useState(!isOpen)
  const shown = all ? lines : lines.slice(0, FIRST_LINES)
  return (
    <>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {shown.map(({ id, text }) => (
          <li key={id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <button type="button" className="min-h-6 w-fit underline" onClick={() => setAll(true)}>
          Show all {lines.length}
        </button>
      )}
    </>
  )
}
