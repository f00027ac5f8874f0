import { useForm } from '#/web/form.ts'
import { useChange } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getOrganizer, giveSecondFactor } from './contract.ts'

/** The door of the desk for whoever has enrolled a phone. */
export function SecondFactorGate() {
  const give = useChange(giveSecondFactor, [getOrganizer])
  const form = useForm({
    schema: giveSecondFactor.body,
    initial: { code: '' },
    toBody: (values) => values,
    onSubmit: (body) => give.mutateAsync({ body }),
  })
  return (
    <>
      <title>{form.errors.length > 0 ? 'Error: Code of your phone · Deuce' : 'Code of your phone · Deuce'}</title>
      <PageHeader title="Code of your phone" lead="The desk asks for it once in each sign-in." />
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-md flex-col gap-6">
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
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
    </>
  )
}
