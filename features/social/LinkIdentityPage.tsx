import { paths } from '#/contract/paths.ts'
import { MailedLink } from '#/features/accounts/MailedLink.tsx'
import { call } from '#/web/call.ts'
import { token as session } from '#/web/session.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { linkIdentity } from './contract.ts'

/** The screen behind the mailed link that connects a provider to an account. */
export default function LinkIdentityPage() {
  return (
    <MailedLink
      schema={linkIdentity.body}
      heading="Connect your sign-in"
      lead="You can then sign in to your account this way too. Your other devices are signed out."
      button="Connect and sign in"
      onPress={async ({ token }) => {
        const answer = await call(linkIdentity, { body: { token } })
        session.set(answer.token)
        return answer.user.email
      }}
      success={{
        heading: 'Connected',
        text: (email) =>
          `You are signed in to the account of ${email}. Your password, if you have one, works as before.`,
        nextStep: (
          <ButtonLink to={paths.profile} size="lg">
            Go to my profile
          </ButtonLink>
        ),
      }}
      invalid={(isComplete) => ({
        text: isComplete
          ? 'It has been used, or it is more than an hour old. Sign in again to get a new one.'
          : 'Sign in again to get a new one.',
        nextStep: (
          <ButtonLink to={paths.signIn} size="lg">
            Go to sign in
          </ButtonLink>
        ),
      })}
    />
  )
}
