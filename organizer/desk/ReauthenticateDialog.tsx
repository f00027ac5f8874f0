import { useSyncExternalStore } from 'react'
import { PasswordDialog } from '#/features/settings/PasswordDialog.tsx'
import { useChange, useRead } from '#/web/api.ts'
import { answerReauthentication, isReauthenticationRequested, subscribeReauthentication } from '#/web/reauthenticate.ts'
import { getOrganizer, reauthenticateOrganizer } from '#/organizer/security/contract.ts'

/** Asks for the password when a call wants a fresh sign-in; the call then goes on by itself. */
export function ReauthenticateDialog() {
  const open = useSyncExternalStore(subscribeReauthentication, isReauthenticationRequested)
  const desk = useRead(getOrganizer, {}, { enabled: open })
  const prove = useChange(reauthenticateOrganizer)
  if (!open || !desk.data) return null
  const { has_password } = desk.data
  return (
    <PasswordDialog
      title="Confirm it is you"
      description={
        has_password
          ? 'This moves money or changes permissions. Enter your password. We will not ask again for ten minutes.'
          : 'This moves money or changes permissions. Sign out, sign in again, and repeat this within ten minutes.'
      }
      confirm="Continue"
      has_password={has_password}
      onClose={() => answerReauthentication(false)}
      onConfirm={async (body) => {
        await prove.mutateAsync({ body })
        answerReauthentication(true)
      }}
    />
  )
}
