import { MailedLink } from '#/features/accounts/MailedLink.tsx'
import { call } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { token as session } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { confirmEmail } from './contract.ts'

/** Where the link to a new email leads. */
export default function ConfirmEmailPage() {
  const signedIn = useStored(session) !== null
  const nextStep = (
    <ButtonLink to={signedIn ? paths.settings : paths.signIn} size="lg">
      {signedIn ? 'Go to settings' : 'Go to sign in'}
    </ButtonLink>
  )
  return (
    <MailedLink
      schema={confirmEmail.body}
      heading="Confirm your new email"
      lead="Press the button to switch your account to this email."
      button="Use this email"
      onPress={async ({ token }) => (await call(confirmEmail, { body: { token } })).email}
      success={{
        heading: 'Email changed',
        text: (email) => `From now on you sign in with ${email}.`,
        nextStep,
      }}
      invalid={(isComplete) => ({
        text: `${isComplete ? 'It has been used, it is more than a day old, or you have requested another one. ' : ''}You can change your email under Settings.`,
        nextStep,
      })}
    />
  )
}
