import { useState } from 'react'
import { resendVerifyEmail } from '#/features/calls.gen.ts'
import type { User } from '#/features/accounts/contract.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { Section } from './Section.tsx'

/** The player's email: whether it is confirmed, and the way to another one. */
export function EmailSection({ user }: { user: User }) {
  const [changing, setChanging] = useState(false)
  const [sentence, setSentence] = useState<string | null>(null)
  const resend = useAction(resendVerifyEmail)
  return (
    <Section title="Email" lead="You sign in with this email, and we send scores and schedules to it.">
      <div className="flex flex-col items-start gap-4">
        <p className="max-w-full font-[620] wrap-anywhere">{user.email}</p>
        {sentence !== null && (
          <Notice tone="success" announce>
            {sentence}
          </Notice>
        )}
        {!user.email_verified && sentence === null && (
          <Notice
            tone="warn"
            title="Not confirmed yet"
            actions={
              <Button size="sm" variant="secondary" busy={resend.busy} onClick={() => resend.run({})}>
                Send me the link again
              </Button>
            }
          >
            Open the link in the email we sent you.
          </Notice>
        )}
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change email
        </Button>
      </div>
      {changing && (
        <ChangeEmailDialog
          present={user.email}
          onClose={() => setChanging(false)}
          onSent={(message) => {
            setSentence(message)
            setChanging(false)
          }}
        />
      )}
    </Section>
  )
}
