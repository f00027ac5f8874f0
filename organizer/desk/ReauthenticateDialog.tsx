import { useSyncExternalStore } from 'react'
import { PasswordDialog } from '#/features/settings/PasswordDialog.tsx'
import { useRead } from '#/web/api.ts'
import { answerReauthentication, isReauthenticationRequested, subscribeReauthentication } from '#/web/reauthenticate.ts'
import { getOrganizer, reauthenticateOrganizer } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'

/** Asks for the password when a call needs re-authentication. The call then continues. */
export function ReauthenticateDialog() {
  const open = useSyncExternalStore(subscribeReauthentication, isReauthenticationRequested)
  const me = useRead(getOrganizer, {}, { enabled: open })
  const reauthenticate = useAction(reauthenticateOrganizer, { toast: null, onDone: () => answerReauthentication(true) })
  if (!open || !me.data) return null
  const { has_password, second_factor } = me.data
  return (
    <PasswordDialog
      title="Confirm that it is you"
      description={
        has_password || second_factor.passkey
          ? `This moves money, changes permissions or concerns personal data. ${has_password ? 'Enter your password' : 'Use a passkey'}. We will not ask again for ten minutes.`
          : 'This moves money, changes permissions or concerns personal data. Sign out, sign in again, and repeat this within ten minutes.'
      }
      confirm="Continue"
      has_password={has_password}
      has_passkey={second_factor.passkey}
      onClose={() => answerReauthentication(false)}
      onConfirm={async (body) => {
        await reauthenticate.submit({ body })
      }}
    />
  )
}
