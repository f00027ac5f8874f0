import { MailedLink } from '#/features/accounts/MailedLink.tsx'
import { call } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { token as session } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { confirmEmail } from './contract.ts'

/** The screen behind the link that confirms a new email. */
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
      lead="Press the button to switch your account to this email. If you did not ask for this, close the page: it is somebody else’s account, and nothing changes."
      button="Use this email"
      asksPassword={!signedIn}
      password={{
        label: 'Password',
        hint: 'The password of the account whose email changes.',
        autoComplete: 'current-password',
      }}
      onPress={async (body) => (await call(confirmEmail, { body })).email}
      success={{
        heading: 'Email changed',
        text: (email) =>
          `From now on you sign in with ${email}. If you have no password yet, choose one with “Forgot password?” there.`,
        nextStep,
      }}
      invalid={(isComplete) => ({
        text: `${isComplete ? 'It has been used, it is too old, or another one was requested. ' : ''}You can change your email under Settings.`,
        nextStep,
      })}
    />
  )
}
