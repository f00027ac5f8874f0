import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { getMatch } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { sendMessage } from './contract.ts'

const LATE = 'Running 10 minutes late'

/** Sends a message to the other side. On the match day 'running late' is one press. */
export function MessageForm({ match_id, isToday, to }: { match_id: number; isToday: boolean; to: string }) {
  const send = useAction(sendMessage, { stale: [getMatch] })
  const form = useForm({
    schema: sendMessage.body,
    initial: { text: '' },
    keep: useFormDraft(`message-${match_id}`),
    onSubmit: async (body) => {
      await send.submit({ params: { id: match_id }, body })
      form.set('text', '')
    },
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-3">
      <FormErrors form={form} />
      <TextArea
        {...form.field('text')}
        label={`Message to ${to}`}
        hint="Your email and phone number are not shown. Messages are kept with the match."
        maxLength={500}
        rows={2}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={form.busy}>
          Send message
        </Button>
        {isToday && (
          <Button
            variant="quiet"
            busy={send.busy}
            onClick={() => send.run({ params: { id: match_id }, body: { text: LATE } })}
          >
            {LATE}
          </Button>
        )}
      </div>
    </form>
  )
}
