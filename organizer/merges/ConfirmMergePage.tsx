import { formatInstant } from '#/contract/format.ts'
import { MailedQuestion } from '#/features/accounts/MailedQuestion.tsx'
import { useRead } from '#/web/api.ts'
import { Queries } from '#/web/Queries.tsx'
import { call } from '#/web/call.ts'
import { useMailedToken } from '#/web/mailed-token.ts'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { confirmMerge, declineMerge, readMerge } from '#/organizer/calls.gen.ts'

/** The page behind the link in the email about two accounts of one person. */
export default function ConfirmMergePage() {
  const token = useMailedToken()
  return (
    <Queries>
      <MergeQuestion key={token} token={token} />
    </Queries>
  )
}

function MergeQuestion({ token }: { token: string }) {
  const read = useRead(readMerge, { body: { token } })
  const body = { token }
  return (
    <MailedQuestion
      read={read}
      loading="Loading the accounts"
      heading={() => 'Are both accounts yours?'}
      over="This merge is no longer open"
      yes={{
        label: 'Both are mine: merge them',
        done: 'Thank you',
        send: async () => (await call(confirmMerge, { body })).message,
      }}
      no={{
        label: 'They are not both mine',
        done: 'Nothing was changed',
        send: async () => (await call(declineMerge, { body })).message,
      }}
      note="If you do nothing, nothing changes."
    >
      {({ merge: { organizer, mine, other, stays, confirmed, expires_at } }) => {
        const [keeps, closes] = stays ? [mine, other] : [other, mine]
        return (
          <>
            <p>{organizer} thinks that you have two accounts and would like to merge them.</p>
            <DataList
              items={[
                { term: 'Stays', value: `${keeps.name}, ${keeps.email}` },
                { term: 'Is closed', value: `${closes.name}, ${closes.email}` },
              ]}
            />
            <p>
              Leagues, results, payments, free seasons and a Google sign-in of the closed account move to the one that
              stays. This cannot be undone.
            </p>
            <Notice tone="warn">
              Confirm it only if both accounts are yours. It happens once both have confirmed by{' '}
              {formatInstant(expires_at)}.
            </Notice>
            {confirmed && <Notice>You have confirmed it. We are waiting for the other account.</Notice>}
          </>
        )
      }}
    </MailedQuestion>
  )
}
