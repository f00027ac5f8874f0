import { useSyncExternalStore } from 'react'
import { PasswordDialog } from '#/features/settings/PasswordDialog.tsx'
import { useChange, useRead } from '#/web/api.ts'
import { answerProof, isProofAsked, subscribeProof } from '#/web/reauthenticate.ts'
import { getDesk, proveOrganizer } from '#/organizer/security/contract.ts'

/** Asks for the password when a call wants a fresh sign-in; the call then goes on by itself. */
export function ProofDialog() {
  const open = useSyncExternalStore(subscribeProof, isProofAsked)
  const desk = useRead(getDesk, {}, { enabled: open })
  const prove = useChange(proveOrganizer)
  if (!open || !desk.data) return null
  const { has_password } = desk.data
  return (
    <PasswordDialog
      title="Is it you?"
      description={
        has_password
          ? 'This moves money or hands over powers. Give your password once; it holds for ten minutes.'
          : 'This moves money or hands over powers. Sign out, sign in again, and do it within ten minutes.'
      }
      confirm="Go on"
      has_password={has_password}
      onClose={() => answerProof(false)}
      onConfirm={async (body) => {
        await prove.mutateAsync({ body })
        answerProof(true)
      }}
    />
  )
}
