import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { getMatch, listMyMatches, arrangeMatch } from '#/features/calls.gen.ts'
import type { MatchCard } from '#/features/matches/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { AppointmentFields } from './AppointmentFields.tsx'
import { appointmentForm, toAppointment, typedAppointment } from './appointment.web.ts'
import { formatSuggestion } from './format.ts'

/** Sets the day, the time and the court of one match. */
export function ArrangeDialog({ card, onClose }: { card: MatchCard; onClose: () => void }) {
  const arrange = useAction(arrangeMatch, { stale: [listMyMatches, getMatch], onDone: onClose })
  const form = useForm({
    schema: appointmentForm,
    initial: typedAppointment(card),
    keep: useFormDraft(`appointment-${card.id}`),
    toBody: toAppointment,
    onSubmit: (body) => arrange.submit({ params: { id: card.id }, body }),
  })
  const isSet = card.match_date !== null || (card.match_location ?? '') !== ''
  return (
    <FormDialog
      title="Date, time and court"
      description={`${card.player_one_name} against ${card.player_two_name}. ${formatSuggestion(card) ?? ''} Both of you see what you set, and both can change it.`}
      confirm="Set the match"
      form={form}
      onClose={onClose}
    >
      <AppointmentFields form={form} area={card.area} />
      {isSet && (
        <Button
          variant="quiet"
          busy={arrange.busy}
          onClick={() =>
            arrange.run({ params: { id: card.id }, body: { match_date: null, match_time: null, match_location: '' } })
          }
        >
          Clear date, time and court
        </Button>
      )}
    </FormDialog>
  )
}
