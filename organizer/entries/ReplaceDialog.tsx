import { useState } from 'react'
import { ActDialog } from '#/organizer/desk/ActionDialog.tsx'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import type { Choice } from '#/web/ui/SearchPicker.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getOrganizerEntry, listOrganizerEntries, replacePlayer, type OrganizerEntry } from './contract.ts'
import { EntrantPicker } from './EntrantPicker.tsx'

/** Gives the place of one player of an entry to another. */
export function ReplaceDialog({ entry, onClose }: { entry: OrganizerEntry; onClose: () => void }) {
  const [comes, setComes] = useState<Choice | null>(null)
  const replace = useChange(replacePlayer, [getOrganizerEntry, listOrganizerEntries])
  const form = useForm({
    schema: replacePlayer.body,
    initial: { leaving_player_id: String(entry.players[0]?.id ?? ''), email: '', reason: '' },
    toBody: (values) => values,
    onSubmit: async (body) => {
      const done = await replace.mutateAsync({ params: { id: entry.id }, body })
      showToast({ tone: 'good', text: done.message })
      onClose()
    },
  })
  const { id: fieldId, name, error } = form.field('email')
  return (
    <ActDialog
      title="Replace a player"
      description="Matches and results stay with the place. No money moves. We email both players."
      confirm="Replace"
      form={form}
      onClose={onClose}
    >
      {entry.players.length > 1 && (
        <RadioGroup
          {...form.radio('leaving_player_id')}
          label="Leaving player"
          layout="list"
          options={entry.players.map((player) => ({ value: String(player.id), label: player.name }))}
        />
      )}
      <EntrantPicker
        label="New player"
        name={name}
        id={fieldId}
        error={error && (comes ? error : 'Please choose a player.')}
        value={comes}
        onChange={(choice) => {
          setComes(choice)
          form.set('email', choice?.id ?? '')
        }}
      />
    </ActDialog>
  )
}
