import { paths } from '#/contract/paths.ts'
import { EntranceMessage } from '#/features/accounts/EntranceMessage.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** The response to a sign-in that was sent without JavaScript. */
export default function SignedIn() {
  return (
    <EntranceMessage
      court="summer-1"
      heading="You are signed in"
      next={<TextLink to={paths.leagues}>See the leagues and prices</TextLink>}
    >
      Your matches open in a moment. If they do not, this browser does not run JavaScript, which they need: switch it on
      and sign in again.
    </EntranceMessage>
  )
}
