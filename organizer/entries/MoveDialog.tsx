import { ActDialog } from '#/organizer/desk/ActionDialog.tsx'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getOrganizerEntry, listOrganizerEntries, moveEntry, type OrganizerEntry } from './contract.ts'
import { formatDifference, formatRoom } from './format.ts'

type MoveDialogProps = { entry: OrganizerEntry; onClose: () => void; onMoved: (entry_id: number) => void }

/** Chooses another division of the season. No money moves; what it costs more or less is said. */
export function MoveDialog({ entry, onClose, onMoved }: MoveDialogProps) {
  const move = useChange(moveEntry, [getOrganizerEntry, listOrganizerEntries])
  const form = useForm({
    schema: moveEntry.body,
    initial: { league_id: '', keep_results: '', reason: '' },
    toBody: (values) => ({
      league_id: values.league_id === '' ? undefined : values.league_id,
      keep_results: values.keep_results !== '',
      reason: values.reason,
    }),
    onSubmit: async (body) => {
      const done = await move.mutateAsync({ params: { id: entry.id }, body })
      showToast({ tone: 'good', text: done.message })
      onClose()
      onMoved(done.entry_id)
    },
  })
  const chosen = entry.moves.find(({ league_id }) => String(league_id) === form.values.league_id)
  return (
    <ActDialog
      title="Move to another division"
      description="Open matches here are deleted. New matches come with the draw there. No money moves."
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
      {entry.results > 0 && (
        <Checkbox
          name="keep_results"
          checked={form.values.keep_results !== ''}
          onChange={(event) => form.set('keep_results', event.currentTarget.checked ? 'yes' : '')}
          label={`The ${entry.results === 1 ? 'result' : `${entry.results} results`} stay in ${entry.level_name}.`}
          hint="Results stay in the old league, because they were played against its players."
        />
      )}
    </ActDialog>
  )
}
