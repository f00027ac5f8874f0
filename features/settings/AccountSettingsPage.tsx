import { useState } from 'react'
import { getUser, deleteAccount, exportData, getSettings } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { saveOwn } from '#/web/download.ts'
import { signOut } from '#/web/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { Section } from './Section.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Loaded } from '#/web/Loaded.tsx'

/** Downloads the player's data, or deletes the account. */
export default function AccountSettingsPage() {
  const read = useRead(getSettings, {})
  return (
    <>
      <PageTitle>Account · Settings</PageTitle>
      <Loaded of={read} loading="Loading your account" skeleton={{ kind: 'lines' }}>
        {({ has_password, has_passkey }) => (
          <>
            <Download has_password={has_password} has_passkey={has_passkey} />
            <Delete has_password={has_password} has_passkey={has_passkey} />
          </>
        )}
      </Loaded>
    </>
  )
}

type Owner = { has_password: boolean; has_passkey: boolean }

function Download(owner: Owner) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title="Download my data"
      lead="Everything we keep about you, in a JSON file: profile, leagues, payments, matches, scores, devices."
    >
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Download my data
      </Button>
      {asking && (
        <PasswordDialog
          title="Download my data"
          description="The file contains your email, phone number and payments. Keep it private."
          confirm="Download"
          {...owner}
          onClose={() => setAsking(false)}
          onConfirm={async (body) => {
            const data = JSON.stringify(await call(exportData, { body }), null, 2)
            saveOwn(new Blob([data], { type: 'application/json' }), 'data.json')
            setAsking(false)
          }}
        />
      )}
    </Section>
  )
}

function Delete(owner: Owner) {
  const [asking, setAsking] = useState(false)
  const me = useRead(getUser, {})
  return (
    <Section
      title="Delete my account"
      lead="Your name, email, phone number, photo and sign-ins are removed at once. Your opponents keep their results, against a “Former player”."
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && (
        <PasswordDialog
          title="Delete my account"
          description={`This cannot be undone. ${me.data?.user.email ?? 'Your account'} will be deleted, along with your free seasons and the leagues you have paid for.`}
          confirm="Delete my account permanently"
          danger
          {...owner}
          onClose={() => setAsking(false)}
          onConfirm={async (body) => {
            const { message } = await call(deleteAccount, { body })
            showToast({ tone: 'good', text: message })
            signOut()
          }}
        />
      )}
    </Section>
  )
}
