import { wireDay } from '#/contract/fields.ts'
import { getMatch, listMyMatches, type MatchCard } from '#/features/matches/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { AppointmentFields } from './AppointmentFields.tsx'
import { arrangeMatch } from './contract.ts'
import { formatSuggestion } from './format.ts'

/** Sets the day, the time and the court of one match. */
export function ArrangeDialog({ card, onClose }: { card: MatchCard; onClose: () => void }) {
  const arrange = useAction(arrangeMatch, { stale: [listMyMatches, getMatch], onDone: onClose })
  const form = useForm({
    schema: arrangeMatch.body,
    initial: {
      match_date: card.match_date?.replaceAll('/', '-') ?? '',
      match_time: card.match_time ?? '',
      match_location: card.match_location ?? '',
    },
    toBody: (values) => ({ ...values, match_date: wireDay(values.match_date) }),
    onSubmit: (body) => arrange.submit({ params: { id: card.id }, body }),
  })
  return (
    <FormDialog
      title="Date, time and court"
      description={`${card.player_one_name} against ${card.player_two_name}. ${formatSuggestion(card) ?? ''} Both of you see what you set, and both can change it.`}
      confirm="Set the match"
      form={form}
      onClose={onClose}
    >
      <AppointmentFields form={form} />
    </FormDialog>
  )
}
