import { areaName } from '#/contract/areas.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getOrganizerSeason, setCapacity, type OrganizerLeague } from './contract.ts'

/** How many entries a league takes. */
export function RoomDialog({ league, onClose }: { league: OrganizerLeague; onClose: () => void }) {
  const limit = useChange(setCapacity, [getOrganizerSeason])
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
    <FormDialog
      title={league.division_name}
      description={`${areaName(league.area)}: ${league.taken} ${league.taken === 1 ? 'entry' : 'entries'}, orders under way included${league.waiting > 0 ? `, and ${league.waiting} waiting` : ''}. A lower limit removes nobody.`}
      confirm="Save the limit"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('capacity')}
        label="Entries at most"
        optional
        hint="Leave empty for no limit. A pair is one entry. When the league is full, players can join a wait-list."
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
      />
    </FormDialog>
  )
}
