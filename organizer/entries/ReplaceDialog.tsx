import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { getOrganizerEntry, listOrganizerEntries } from '#/organizer/calls.gen.ts'
import { replacePlayer, type OrganizerEntry } from './contract.ts'
import { EntrantPicker, type Entrant } from './EntrantPicker.tsx'
import { formatMisfitOf } from './format.ts'
import { useAction } from '#/web/action.ts'

/** Gives the place of one player of an entry to another. */
export function ReplaceDialog({ entry, onClose }: { entry: OrganizerEntry; onClose: () => void }) {
  const [newPlayer, setNewPlayer] = useState<Entrant | null>(null)
  const replace = useAction(replacePlayer, { stale: [getOrganizerEntry, listOrganizerEntries], onDone: onClose })
  const form = useForm({
    schema: replacePlayer.body,
    keep: useFormDraft(`replace-${entry.id}`),
    initial: { leaving_player_id: String(entry.players[0]?.id ?? ''), email: '', reason: '' },
    toBody: (values) => values,
    onSubmit: (body) => replace.submit({ params: { id: entry.id }, body }),
  })
  const misfit = newPlayer && formatMisfitOf(entry.whom, entry.year, newPlayer)
  const { id: fieldId, name, error, value: email } = form.field('email')
  return (
    <ReasonDialog
      title="Replace a player"
      description="The new player gets the open matches. Results so far stay the leaving player’s and keep counting in the table, so enter matches that were already played first. No money moves. We email both players."
      confirm="Replace"
      final
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
        hint="A player who lives in your areas, by name or email."
        name={name}
        id={fieldId}
        error={error && (email !== '' ? error : 'Please choose a player.')}
        value={newPlayer ?? (email === '' ? null : { id: email, name: email })}
        onChange={(choice) => {
          setNewPlayer(choice)
          form.set('email', choice?.id ?? '')
        }}
      />
      {misfit !== null && (
        <Notice tone="warn">
          {entry.level_name}: {misfit} You can still choose them.
        </Notice>
      )}
    </ReasonDialog>
  )
}
