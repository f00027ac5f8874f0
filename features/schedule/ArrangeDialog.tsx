import { wireDay } from '#/contract/fields.ts'
import { getMatch, listMyMatches, type MatchCard } from '#/features/matches/contract.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { AppointmentFields } from './AppointmentFields.tsx'
import { arrangeMatch } from './contract.ts'
import { formatSuggestion } from './format.ts'

/** Sets the day, the time and the court of one match. */
export function ArrangeDialog({ card, onClose }: { card: MatchCard; onClose: () => void }) {
  const arrange = useChange(arrangeMatch, [listMyMatches, getMatch])
  const form = useForm({
    schema: arrangeMatch.body,
    initial: {
      match_date: card.match_date?.replaceAll('/', '-') ?? '',
      match_time: card.match_time ?? '',
      match_location: card.match_location ?? '',
    },
    toBody: (values) => ({ ...values, match_date: wireDay(values.match_date) }),
    onSubmit: async (body) => {
      const { message } = await arrange.mutateAsync({ params: { id: card.id }, body })
      showToast({ tone: 'good', text: message })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Date, time and court"
      description={`${card.player_one_name} against ${card.player_two_name}. ${formatSuggestion(card) ?? ''} Both of you see what you set, and both can change it.`}
      actions={
        <>
          <Button busy={form.busy} onClick={() => void form.submit()}>
            Set the match
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
        <AppointmentFields form={form} />
      </form>
    </Dialog>
  )
}
