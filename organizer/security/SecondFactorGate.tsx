import { useQueryClient } from '@tanstack/react-query'
import { usePasskey } from '#/features/passkeys/use-passkey.web.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Screen } from '#/web/Screen.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getOrganizer } from '#/organizer/calls.gen.ts'
import { giveSecondFactor } from './contract.ts'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Asks an organizer for a passkey or the code of the enrolled phone, before the desk opens. */
export function SecondFactorGate({ enrolled, passkey }: { enrolled: boolean; passkey: boolean }) {
  const give = useAction(giveSecondFactor, { stale: [getOrganizer] })
  const form = useForm({
    schema: giveSecondFactor.body,
    initial: { code: '' },
    onSubmit: (body) => give.submit({ body }),
  })
  const client = useQueryClient()
  const [busy, run] = usePasskey(async (passkeys) => {
    await passkeys.checkWithPasskey()
    await client.invalidateQueries({ queryKey: [getOrganizer.method, getOrganizer.path] })
  })
  return (
    <Screen
      title={passkey ? 'Confirm that it is you' : 'Code from your phone'}
      failed={form.failed}
      lead="The desk asks for it once per sign-in."
    >
      {passkey && (
        <div className="mb-8 flex flex-col items-start gap-4">
          <Button busy={busy} onClick={run}>
            Use a passkey
          </Button>
          {!enrolled && <p>If you have lost it, ask another owner to reset it under People.</p>}
        </div>
      )}
      {enrolled && (
        <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-md flex-col gap-6">
          <FormErrors form={form} />
          <TextField
            {...form.field('code')}
            label="Code"
            hint="Six digits from your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            inputMode="text"
          />
          <FormActions>
            <Button type="submit" variant={passkey ? 'secondary' : 'primary'} busy={form.busy}>
              Open the desk
            </Button>
          </FormActions>
        </form>
      )}
    </Screen>
  )
}
