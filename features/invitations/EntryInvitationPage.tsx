import { MailedQuestion } from '#/features/accounts/MailedQuestion.tsx'
import { useRead } from '#/web/api.ts'
import { Queries } from '#/web/Queries.tsx'
import { call } from '#/web/call.ts'
import { useMailedToken } from '#/web/mailed-token.ts'
import { acceptMailedEntryInvitation, declineMailedEntryInvitation, readMailedEntryInvitation } from './contract.ts'
import { EntryInvitationFacts } from './EntryInvitationFacts.tsx'

/** Where the email about an organizer's invitation leads. */
export default function EntryInvitationPage() {
  const token = useMailedToken()
  return (
    <Queries>
      <EntryInvitationQuestion key={token} token={token} />
    </Queries>
  )
}

function EntryInvitationQuestion({ token }: { token: string }) {
  const read = useRead(readMailedEntryInvitation, { body: { token } })
  const body = { token }
  return (
    <MailedQuestion
      read={read}
      loading="Loading the invitation"
      heading={({ invitation: { league_name, year } }) => `Play in ${league_name} ${year}?`}
      over="This invitation is no longer open"
      yes={{
        label: 'Accept',
        done: 'You are in',
        send: async () => (await call(acceptMailedEntryInvitation, { body })).message,
      }}
      no={{
        label: 'Decline',
        done: 'Declined',
        send: async () => (await call(declineMailedEntryInvitation, { body })).message,
      }}
      note="We let the organizer know either way. If you do nothing, the invitation expires and you do not join."
    >
      {({ invitation }) => (
        <>
          <EntryInvitationFacts invitation={invitation} />
          <p className="text-ink-soft">Your account with {invitation.email} joins. You do not need to sign in.</p>
        </>
      )}
    </MailedQuestion>
  )
}
