import { MailedQuestion } from '#/features/accounts/MailedQuestion.tsx'
import { paths } from '#/contract/paths.ts'
import { useRead } from '#/web/api.ts'
import { Queries } from '#/web/Queries.tsx'
import { call } from '#/web/call.ts'
import { useMailedToken } from '#/web/mailed-token.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { readUnsubscribeLink, unsubscribe } from '#/features/calls.gen.ts'

/** Where the unsubscribe link of an email leads. Opening it changes nothing. */
export default function UnsubscribePage() {
  const token = useMailedToken()
  return (
    <Queries>
      <UnsubscribeQuestion key={token} token={token} />
    </Queries>
  )
}

function UnsubscribeQuestion({ token }: { token: string }) {
  const read = useRead(readUnsubscribeLink, { body: { token } })
  return (
    <MailedQuestion
      read={read}
      loading="Loading what this link turns off"
      heading={({ stopped }) => (stopped ? 'These emails are off' : 'Stop these emails?')}
      over="This link does not work"
      yes={{
        label: 'Stop these emails',
        done: 'You are unsubscribed',
        send: async () => (await call(unsubscribe, { query: { token } })).message,
      }}
      note="You do not need to sign in. The app still shows you these notifications."
    >
      {({ title, stopped }) => (
        <>
          <p>
            {stopped ? 'We do not email you this kind any more: ' : 'We will not email you this kind any more: '}
            <strong>{title}</strong>.
          </p>
          <p>
            All other emails stay as they are. You can choose each kind in the{' '}
            <TextLink to={paths.notificationSettings}>settings</TextLink>.
          </p>
        </>
      )}
    </MailedQuestion>
  )
}
