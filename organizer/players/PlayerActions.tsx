import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { beginImpersonation } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { seeAsPlayer, type OrganizerPlayer } from './contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'

/** What is asked about in a dialog first. */
export type AuditEntry = 'level' | 'suspension' | 'sign_out' | 'free_season'

/** What can be done to a player; what can not says why. */
export function PlayerActs({ player, onAct }: { player: OrganizerPlayer; onAct: (act: AuditEntry) => void }) {
  const desk = useRead(getOrganizer, {}).data
  const see = useChange(seeAsPlayer)
  const closed = player.closed ? 'This account is closed.' : undefined
  const runs = player.role === 'player' ? undefined : 'Runs leagues: dismiss first.'
  const peer = runs && desk?.role !== 'owner' ? 'Runs leagues: only an owner can.' : undefined
  const look = async () => {
    const seen = await see.mutateAsync({ params: { id: player.id } }).catch((error: Error) => {
      showToast({ tone: 'bad', text: error.message })
      return null
    })
    if (seen)
      beginImpersonation({ token: seen.token, name: seen.name, back: paths.organizer.player(player.id) }, paths.profile)
  }
  return (
    <section aria-labelledby="changes" className="flex flex-col items-stretch gap-3 sm:items-start">
      <h2 id="changes" className="lettering text-xl">
        What you can do
      </h2>
      <Button
        variant="secondary"
        busy={see.isPending}
        reason={closed ?? peer ?? blindReason(player)}
        onClick={() => void look()}
      >
        See the site as this player
      </Button>
      <Button
        variant="secondary"
        reason={closed ?? (player.area === null ? 'The profile is not complete.' : undefined)}
        onClick={() => onAct('level')}
      >
        Change the level
      </Button>
      <Button variant="secondary" reason={closed} onClick={() => onAct('free_season')}>
        Give a free season
      </Button>
      <Button variant="secondary" reason={closed ?? peer} onClick={() => onAct('sign_out')}>
        Sign out everywhere
      </Button>
      {closed ? (
        <Button variant="secondary" reason={closed}>
          Merge with another account
        </Button>
      ) : (
        <ButtonLink variant="secondary" to={paths.organizer.mergePlayer(player.id)}>
          Merge with another account
        </ButtonLink>
      )}
      <Button
        variant={player.suspended ? 'secondary' : 'danger'}
        reason={closed ?? runs}
        onClick={() => onAct('suspension')}
      >
        {player.suspended ? 'Lift the suspension' : 'Suspend'}
      </Button>
    </section>
  )
}

function blindReason({ is_me, suspended }: OrganizerPlayer): string | undefined {
  if (is_me) return 'That is you.'
  return suspended ? 'This player is suspended.' : undefined
}
