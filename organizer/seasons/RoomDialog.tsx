import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { areaName } from '#/contract/areas.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getOrganizerLeague, getOrganizerSeason } from '#/organizer/calls.gen.ts'
import { setCapacity, type OrganizerLeague } from './contract.ts'
import { useAction } from '#/web/action.ts'

type LimitedLeague = Pick<OrganizerLeague, 'id' | 'area' | 'division_name' | 'taken' | 'waiting' | 'capacity'>

/** The limit on entries in a league. */
export function RoomDialog({ league, onClose }: { league: LimitedLeague; onClose: () => void }) {
  const limit = useAction(setCapacity, { stale: [getOrganizerSeason, getOrganizerLeague], onDone: onClose })
  const form = useForm({
    schema: setCapacity.body,
    keep: useFormDraft(`capacity-${league.id}`),
    initial: { capacity: league.capacity },
    onSubmit: (body) => limit.submit({ params: { id: league.id }, body }),
  })
  return (
    <FormDialog
      title={league.division_name}
      description={`${areaName(league.area)}: ${league.taken} ${league.taken === 1 ? 'entry' : 'entries'}, including open orders${league.waiting > 0 ? `, and ${league.waiting} waiting` : ''}. A lower limit removes nobody.`}
      confirm="Save the limit"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.number('capacity')}
        label="Entries at most"
        optional
        hint="Leave empty for no limit. A pair is one entry. When the league is full, players can join a wait-list."
        maxLength={5}
      />
    </FormDialog>
  )
}
