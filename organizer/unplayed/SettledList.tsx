import { useState } from 'react'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { undoSettlements, type Settled } from './contract.ts'
import { readsOfUnplayed } from './stale.web.ts'
import { settledColumns } from './unplayed-columns.tsx'

/** Recent settlements, each of which can be undone until a player responds. */
export function SettledList({ settled }: { settled: readonly Settled[] }) {
  const [toUndo, setToUndo] = useState<Settled | null>(null)
  return (
    <section aria-labelledby="settled" className="flex flex-col gap-3">
      <h2 id="settled" className="lettering text-2xl">
        Settled in the last 14 days
      </h2>
      <DataTable
        caption="Settled in the last 14 days"
        hideCaption
        rows={settled}
        rowKey={({ match_id, settled_at }) => `${match_id} ${settled_at}`}
        columns={settledColumns((match) =>
          match.can_undo ? (
            <Button size="sm" variant="secondary" onClick={() => setToUndo(match)}>
              Undo<span className="sr-only">: {`${match.one} against ${match.two}`}</span>
            </Button>
          ) : (
            'The match has changed since'
          ),
        )}
      />
      {toUndo && <UndoDialog match={toUndo} onClose={() => setToUndo(null)} />}
    </section>
  )
}

function UndoDialog({ match, onClose }: { match: Settled; onClose: () => void }) {
  const undo = useAction(undoSettlements, { stale: readsOfUnplayed, onDone: onClose })
  const form = useForm({
    schema: undoSettlements.body,
    keep: useFormDraft('undo-settlement'),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ reason, match_ids: [match.match_id] }),
    onSubmit: (body) => undo.submit({ body }),
  })
  return (
    <ReasonDialog
      title="Undo this?"
      description={`${match.one} against ${match.two}: the match is open again, and both sides get an email.`}
      confirm="Undo it"
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    />
  )
}
