import { lazy, Suspense } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { getAcceptances } from '#/features/texts/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import {
  acceptEntryInvitation,
  declineEntryInvitation,
  listEntryInvitations,
  type EntryInvitation,
} from './contract.ts'
import { EntryInvitationFacts } from './EntryInvitationFacts.tsx'

const AcceptForm = lazy(() => import('#/features/texts/AcceptForm.tsx'))

/** The leagues to which organizers have invited the player; nothing when there are none. */
export function MyInvitations() {
  const invitations = useRead(listEntryInvitations, {}).data?.invitations ?? []
  const terms = useRead(getAcceptances, {}, { enabled: invitations.length > 0 })
  if (invitations.length === 0) return null
  const { missing = [], age_to_confirm = null } = terms.data ?? {}
  const mustAccept = missing.length > 0 || age_to_confirm !== null
  return (
    <section aria-labelledby="invitations" className="mb-8">
      <h2 id="invitations" className="lettering pb-3 text-2xl">
        {invitations.length === 1 ? 'An invitation' : 'Invitations'}
      </h2>
      {mustAccept && (
        <div className="mb-6">
          <Suspense>
            <AcceptForm
              // Another version is another question.
              key={JSON.stringify(missing)}
              asked={{ texts: missing, minimum_age: age_to_confirm }}
              onRefused={() => void terms.refetch()}
            />
          </Suspense>
        </div>
      )}
      <ul className="flex flex-col gap-4">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <InvitationCard invitation={invitation} mustAccept={mustAccept} onRefused={() => void terms.refetch()} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type InvitationCardProps = {
  invitation: EntryInvitation
  /** What is asked above comes first. */
  mustAccept: boolean
  onRefused: () => void
}

function InvitationCard({ invitation, mustAccept, onRefused }: InvitationCardProps) {
  const stale = [listEntryInvitations, listMyLeagues]
  const accept = useAction(acceptEntryInvitation, { stale, onRefused })
  const decline = useAction(declineEntryInvitation, { stale })
  const { id, level_name, area } = invitation
  const input = { params: { id } }
  const name = <span className="sr-only">{` ${formatLeague(invitation)}`}</span>
  return (
    <Card>
      <h3 className="lettering text-xl">{`${level_name}, ${areaName(area)}`}</h3>
      <div className="mt-2 flex flex-col gap-3">
        <EntryInvitationFacts invitation={invitation} />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          busy={accept.busy}
          reason={mustAccept ? 'Please accept what stands above first.' : undefined}
          onClick={() => accept.run(input)}
        >
          Accept{name}
        </Button>
        <Button variant="secondary" busy={decline.busy} onClick={() => decline.run(input)}>
          Decline{name}
        </Button>
      </div>
    </Card>
  )
}
