import { useAction } from '#/web/action.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getOrganizer, startSecondFactor } from '#/organizer/calls.gen.ts'
import { confirmSecondFactor } from './contract.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Enrolls a phone: scan the key, enter a code. */
export function Enroll({ onEnrolled }: { onEnrolled: (codes: string[]) => void }) {
  const start = useChange(startSecondFactor)
  const confirm = useAction(confirmSecondFactor, {
    stale: [getOrganizer],
    onDone: ({ recovery_codes }) => onEnrolled(recovery_codes),
  })
  const form = useForm({
    schema: confirmSecondFactor.body,
    initial: { code: '' },
    onSubmit: (body) => confirm.submit({ body }),
  })
  if (!start.data)
    return (
      <div className="flex max-w-prose flex-col items-start gap-4">
        <PageTitle>Security</PageTitle>
        <h2 className="lettering text-xl">Or codes from your phone</h2>
        <p>
          You need an authenticator app on your phone, such as the one that came with it. The desk will then ask for its
          six-digit code after each sign-in with your password.
        </p>
        {start.error && start.error.code !== 'sign_in_again' && (
          <Notice tone="error" announce={false}>
            {start.error.message}
          </Notice>
        )}
        <Button variant="secondary" busy={start.isPending} onClick={() => start.mutate({})}>
          Enroll my phone
        </Button>
      </div>
    )
  const { secret, uri } = start.data
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-prose flex-col gap-6">
      <PageTitle failed={form.failed}>Security</PageTitle>
      <FormErrors form={form} />
      <ol className="flex list-decimal flex-col gap-6 pl-5">
        <li>
          Scan this with the app.
          <QrCode text={uri} label="The key as a picture for the app's camera." className="my-4 size-56" />
          <details>
            <summary className="min-h-6 cursor-pointer">I cannot scan it</summary>
            <p className="mt-2">
              Type this key into the app: <span className="tabular font-[650] break-all">{secret}</span>
            </p>
          </details>
        </li>
        <li>
          Enter the six digits that the app shows.
          <TextField
            {...form.field('code')}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="mt-3 max-w-64"
          />
        </li>
      </ol>
      <FormActions>
        <Button type="submit" busy={form.busy}>
          Finish
        </Button>
      </FormActions>
    </form>
  )
}
