import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Screen } from '#/web/Screen.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getOrganizer } from '#/organizer/calls.gen.ts'
import { giveSecondFactor } from './contract.ts'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Asks an organizer with an enrolled phone for its code, before the desk opens. */
export function SecondFactorGate() {
  const give = useAction(giveSecondFactor, { stale: [getOrganizer] })
  const form = useForm({
    schema: giveSecondFactor.body,
    initial: { code: '' },
    onSubmit: (body) => give.submit({ body }),
  })
  return (
    <Screen title="Code of your phone" failed={form.failed} lead="The desk asks for it once in each sign-in.">
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
          <Button type="submit" busy={form.busy}>
            Open the desk
          </Button>
        </FormActions>
      </form>
    </Screen>
  )
}
