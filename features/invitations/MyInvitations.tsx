import { Suspense } from 'react'
import { useRead } from '#/web/api.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { listEntryInvitations } from '#/features/calls.gen.ts'

const InvitationList = lazyPart(() => import('./InvitationList.tsx'))

/** The leagues to which organizers have invited the player; nothing when there are none. */
export function MyInvitations() {
  const invitations = useRead(listEntryInvitations, {}).data?.invitations ?? []
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mb-8">
      <h2 id="invitations" className="lettering pb-3 text-2xl">
        {invitations.length === 1 ? 'An invitation' : 'Invitations'}
      </h2>
      <Suspense>
        <InvitationList invitations={invitations} />
      </Suspense>
    </section>
  )
}
