import { useState } from 'react'
import { paths } from '#/contract/paths.ts'
import { EntranceLayout } from '#/features/accounts/EntranceLayout.tsx'
import { EntranceMessage } from '#/features/accounts/EntranceMessage.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { useMailedToken } from '#/web/mailed-token.ts'
import { token as session } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Spinner } from '#/web/ui/Spinner.tsx'
import { AcceptAsNewPlayer } from './AcceptAsNewPlayer.tsx'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { DeclineInvitation } from './DeclineInvitation.tsx'
import { useInvitation } from './use-invitation.web.ts'

/**
 * The screen behind the email to a partner. Opening it has no effect, because mail programs open links automatically.
 */
export default function PartnerLinkPage() {
  const token = useMailedToken()
  return <PartnerLink key={token} token={token} />
}

function PartnerLink({ token }: { token: string }) {
  const { invitation, me, error, retry } = useInvitation(token)
  const [done, setDone] = useState<{ heading: string; text: string } | null>(null)
  const isMine = invitation !== null && me !== null && isSame(invitation.email, me.email)

  if (done !== null)
    return (
      <EntranceMessage
        court="summer-1"
        heading={done.heading}
        next={<Onward inside={isMine || session.get() !== null} />}
      >
        {done.text}
      </EntranceMessage>
    )
  if (error?.code === 'invitation_over')
    return (
      <EntranceMessage
        court="summer-1"
        heading="This invitation is no longer open"
        error
        next={<Onward inside={session.get() !== null} />}
      >
        {error.message}
      </EntranceMessage>
    )
  if (error)
    return (
      <EntranceMessage
        court="summer-1"
        heading="Something went wrong"
        error
        next={
          <Button size="lg" onClick={retry}>
            Try again
          </Button>
        }
      >
        {error.message}
      </EntranceMessage>
    )
  if (invitation === null)
    return (
      <EntranceLayout court="summer-1">
        <PageTitle>Play doubles?</PageTitle>
        <h1 className="lettering text-4xl">Play doubles?</h1>
        <p className="mt-4">
          <Spinner label="Loading the invitation" size={28} />
        </p>
      </EntranceLayout>
    )

  const decline = (
    <DeclineInvitation
      token={token}
      onDone={(text) => setDone({ heading: 'Declined', text })}
      inviter={invitation.inviter}
    />
  )
  const accepted = (text: string) => setDone({ heading: 'You are in the pair', text })
  return (
    <EntranceLayout court="summer-1">
      {invitation.account ? (
        <AcceptInvitation
          invitation={invitation}
          gender={invitation.account.gender}
          me={isMine ? null : me}
          token={token}
          onDone={accepted}
          onOutdated={retry}
        >
          {decline}
        </AcceptInvitation>
      ) : (
        <AcceptAsNewPlayer invitation={invitation} me={me} token={token} onDone={accepted} onOutdated={retry}>
          {decline}
        </AcceptAsNewPlayer>
      )}
    </EntranceLayout>
  )
}

function isSame(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase()
}

function Onward({ inside }: { inside: boolean }) {
  return (
    <ButtonLink to={inside ? paths.myLeague : paths.signIn} size="lg">
      {inside ? 'Go to my league' : 'Go to sign in'}
    </ButtonLink>
  )
}
