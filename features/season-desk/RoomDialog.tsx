import { useId } from 'react'
import { areaName } from '#/contract/areas.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getDeskSeason, setCapacity, type DeskLeague } from './contract.ts'

/** How many entries a league takes. */
export function RoomDialog({ league, onClose }: { league: DeskLeague; onClose: () => void }) {
  const id = useId()
  const limit = useChange(setCapacity, [getDeskSeason])
  const form = useForm({
    schema: setCapacity.body,
    initial: { capacity: league.capacity === null ? '' : String(league.capacity) },
    toBody: ({ capacity }) => ({
      capacity: capacity.trim() === '' ? null : /^\s*\d+\s*$/.test(capacity) ? Number(capacity) : Number.NaN,
    }),
    onSubmit: async (body) => {
      const { message } = await limit.mutateAsync({ params: { id: league.id }, body })
      showToast({ tone: 'good', text: message })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={league.division_name}
      description={`${areaName(league.area)}: ${league.taken} ${league.taken === 1 ? 'entry' : 'entries'}, orders under way included${league.waiting > 0 ? `, and ${league.waiting} waiting` : ''}. Nobody is put out by a smaller number.`}
      actions={
        <>
          <Button type="submit" form={id} busy={form.busy}>
            Save the limit
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
        <TextField
          {...form.field('capacity')}
          label="Entries at most"
          optional
          hint="Empty: no limit. A pair is one entry. When it is full, players can join a wait-list."
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
        />
      </form>
    </Dialog>
  )
}
