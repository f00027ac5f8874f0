import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { getOrganizerEntry, listOrganizerEntries } from '#/organizer/calls.gen.ts'
import { moveEntry, type OrganizerEntry } from './contract.ts'
import { formatDifference, formatMisfits, formatRoom } from './format.ts'
import { useAction } from '#/web/action.ts'

type MoveDialogProps = { entry: OrganizerEntry; onClose: () => void; onMoved: (entry_id: number) => void }

/** Chooses another division of the season. No money moves; the difference in price is shown. */
export function MoveDialog({ entry, onClose, onMoved }: MoveDialogProps) {
  const move = useAction(moveEntry, {
    stale: [getOrganizerEntry, listOrganizerEntries],
    onDone: ({ entry_id }) => {
      onClose()
      onMoved(entry_id)
    },
  })
  const form = useForm({
    schema: moveEntry.body,
    keep: useFormDraft(`move-${entry.id}`),
    initial: { league_id: '', keep_results: false, reason: '' },
    toBody: ({ league_id, ...values }) => ({ ...values, league_id: league_id === '' ? undefined : league_id }),
    onSubmit: (body) => move.submit({ params: { id: entry.id }, body }),
  })
  const chosen = entry.moves.find(({ league_id }) => String(league_id) === form.values.league_id)
  const misfits = formatMisfits(chosen?.players ?? [])
  return (
    <ReasonDialog
      title="Move to another division"
      description="Open matches here are deleted. New matches are added by the draw there. No money moves."
      confirm="Move"
      form={form}
      onClose={onClose}
    >
      <SelectField
        {...form.field('league_id')}
        label="Division"
        placeholder="Choose a division"
        options={entry.moves.map((league) => ({
          value: String(league.league_id),
          label: [league.level_name, formatRoom(league), formatDifference(league.difference)]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      {chosen && chosen.difference !== 0 && entry.price > 0 && (
        <Notice tone="info">
          {chosen.level_name} costs {formatDifference(chosen.difference)} than was paid.{' '}
          {chosen.difference < 0
            ? 'You can refund the difference under Payments.'
            : 'You can ask the player for the difference.'}
        </Notice>
      )}
      {chosen && chosen.capacity !== null && chosen.entries >= chosen.capacity && (
        <Notice tone="warn">This league is full. You can go over its limit.</Notice>
      )}
      {misfits.length > 0 && (
        <Notice tone="warn">
          {chosen?.level_name}: {misfits.join('; ')}. You can still move them.
        </Notice>
      )}
      {entry.results > 0 && (
        <Checkbox
          {...form.checkbox('keep_results')}
          label={`The ${entry.results === 1 ? 'result' : `${entry.results} results`} stay in ${entry.level_name}.`}
          hint="Results stay in the old league, because they were played against its players."
        />
      )}
    </ReasonDialog>
  )
}
