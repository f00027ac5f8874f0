import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { declineInvitation } from './contract.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

type DeclineProps = { token: string; inviter: string; onDone: (message: string) => void }

export function DeclineInvitation({ token, inviter, onDone }: DeclineProps) {
  const form = useForm({
    schema: declineInvitation.body,
    initial: {},
    toBody: () => ({ token }),
    onSubmit: async (body) => onDone((await call(declineInvitation, { body })).message),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-3 flex flex-col gap-3">
      <FormErrors form={form} />
      <Button type="submit" variant="quiet" wide busy={form.busy}>
        Decline
      </Button>
      <p className="text-sm text-ink-soft">
        We let {inviter} know either way. If you do nothing, the invitation expires and you do not join.
      </p>
    </form>
  )
}
