import { useRef } from 'react'
import { MailedQuestion } from '#/features/accounts/MailedQuestion.tsx'
import { AcceptFields } from '#/features/texts/AcceptFields.tsx'
import { notAccepted } from '#/features/texts/accepting.web.ts'
import { acceptsAsked, isAsked, toAsked } from '#/features/texts/asked-player.web.ts'
import { useRead } from '#/web/api.ts'
import { ApiError, call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Queries } from '#/web/Queries.tsx'
import { useMailedToken } from '#/web/mailed-token.ts'
import { declineMailedEntryInvitation, readMailedEntryInvitation } from '#/features/calls.gen.ts'
import { acceptMailedEntryInvitation } from './contract.ts'
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
  const asked = toAsked(read.data ?? { missing: [], age_to_confirm: null })
  const accepted = useRef<string | null>(null)
  const form = useForm({
    schema: acceptMailedEntryInvitation.body.check((ctx) => acceptsAsked(ctx, asked)),
    initial: notAccepted,
    toBody: (values) => ({ token, ...values }),
    onSubmit: async (body) => {
      try {
        accepted.current = (await call(acceptMailedEntryInvitation, { body })).message
      } catch (error) {
        // Another version is in force by now.
        if (error instanceof ApiError && error.state !== undefined) void read.refetch()
        throw error
      }
    },
  })
  return (
    <MailedQuestion
      read={read}
      failed={form.failed}
      loading="Loading the invitation"
      heading={({ invitation: { league_name, year } }) => `Play in ${league_name} ${year}?`}
      over="This invitation is no longer open"
      yes={{
        label: 'Accept',
        done: 'You are in',
        send: async () => {
          await form.submit()
          return accepted.current
        },
      }}
      no={{
        label: 'Decline',
        done: 'Declined',
        send: async () => (await call(declineMailedEntryInvitation, { body: { token } })).message,
      }}
      note="We let the organizer know either way. If you do nothing, the invitation expires and you do not join."
    >
      {({ invitation }) => (
        <>
          <EntryInvitationFacts invitation={invitation} />
          <p className="text-ink-soft">Your account with {invitation.email} joins. You do not need to sign in.</p>
          <FormErrors form={form} />
          {isAsked(asked) && <AcceptFields form={form} asked={asked} />}
        </>
      )}
    </MailedQuestion>
  )
}
