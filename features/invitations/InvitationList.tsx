import { areaName } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { AcceptForm } from '#/features/texts/AcceptForm.tsx'
import { isAsked, toAsked } from '#/features/texts/asked-player.web.ts'
import {
  getAcceptances,
  listMyLeagues,
  acceptEntryInvitation,
  declineEntryInvitation,
  listEntryInvitations,
} from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import type { EntryInvitation } from './contract.ts'
import { EntryInvitationFacts } from './EntryInvitationFacts.tsx'

/** A player's open invitations, after any terms to accept. */
export default function InvitationList({ invitations }: { invitations: readonly EntryInvitation[] }) {
  const terms = useRead(getAcceptances, {})
  const asked = toAsked(terms.data ?? { missing: [], age_to_confirm: null })
  return (
    <>
      {isAsked(asked) && (
        <div className="mb-6">
          <AcceptForm
            // A new version of a text needs a new acceptance, so the form starts again.
            key={JSON.stringify(asked.texts)}
            asked={asked}
            onRefused={() => void terms.refetch()}
          />
        </div>
      )}
      <ul className="flex flex-col gap-4">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <InvitationCard
              invitation={invitation}
              mustAccept={isAsked(asked)}
              onRefused={() => void terms.refetch()}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type InvitationCardProps = {
  invitation: EntryInvitation
  /** Whether the terms above must be accepted first. */
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
          reason={mustAccept ? 'Please complete the form above first.' : undefined}
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
