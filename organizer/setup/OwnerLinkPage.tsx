import { useNavigate } from '#/web/router.tsx'
import { EntranceLayout } from '#/features/accounts/EntranceLayout.tsx'
import { EntranceMessage } from '#/features/accounts/EntranceMessage.tsx'
import { NameFields } from '#/features/accounts/PlayerFields.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { useMailedToken } from '#/web/mailed-token.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { token as session } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createOwner } from './contract.ts'

/** The page behind the link printed at the terminal: creates the owner's account once, and starts the setup. */
export default function OwnerLinkPage() {
  const token = useMailedToken()
  const navigate = useNavigate()
  const form = useForm({
    schema: createOwner.body,
    initial: { first_name: '', last_name: '', one_name: false, email: '', password: '' },
    toBody: (values) => ({ token, ...values }),
    onSubmit: async (body) => {
      const answer = await call(createOwner, { body })
      session.set(answer.token)
      await navigate(deskPaths.setup, { replace: true })
    },
  })
  if (token === '' || form.refusal?.code === 'link_dead')
    return (
      <EntranceMessage
        court="winter"
        heading="This link no longer works"
        error
        next={
          <ButtonLink to={paths.signIn} size="lg">
            Go to sign in
          </ButtonLink>
        }
      >
        {token === '' ? 'This link is incomplete.' : 'It has been used, or it is more than 24 hours old.'} Run “npm run
        owner” where the program runs to get a new one.
      </EntranceMessage>
    )
  return (
    <EntranceLayout court="winter">
      <PageTitle failed={form.failed}>Become the owner</PageTitle>
      <h1 className="lettering text-4xl">Become the owner</h1>
      <p className="mt-2 text-ink-soft">You run everything here, and can choose other organizers later.</p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <FormErrors form={form} />
        <NameFields form={form} />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" inputMode="email" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          hint="8 characters or more, and not a common password."
          meter
        />
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Open my account
          </Button>
        </FormActions>
      </form>
    </EntranceLayout>
  )
}
