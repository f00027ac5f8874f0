import { MailedLink } from '#/features/accounts/MailedLink.tsx'
import { call } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { token as session } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { confirmEmail } from './contract.ts'

/** Where the link to a new e-mail leads. */
export default function ConfirmEmailPage() {
  const signedIn = useStored(session) !== null
  const next = (
    <ButtonLink to={signedIn ? paths.settings : paths.signIn} size="lg">
      {signedIn ? 'Go to settings' : 'Go to sign in'}
    </ButtonLink>
  )
  return (
    <MailedLink
      schema={confirmEmail.body}
      heading="Confirm your new e-mail"
      lead="One press, and your account moves to this e-mail."
      button="Use this e-mail"
      onPress={async (token) => (await call(confirmEmail, { body: { token } })).email}
      done={{
        heading: 'E-mail changed',
        text: (email) => `From now on you sign in with ${email}.`,
        next,
      }}
      dead={(whole) => ({
        text: `${whole ? 'It has been used, it is more than a day old, or you have asked for another one. ' : ''}Your e-mail can be changed under Settings.`,
        next,
      })}
    />
  )
}
