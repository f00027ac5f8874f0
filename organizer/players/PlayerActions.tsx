import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { beginImpersonation } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { seeAsPlayer, getOrganizer } from '#/organizer/calls.gen.ts'
import type { OrganizerPlayer } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** The changes that have a dialog. */
export type PlayerChange =
  | 'correct'
  | 'email'
  | 'claim'
  | 'data'
  | 'level'
  | 'suspension'
  | 'sign_out'
  | 'free_season'
  | 'remove_photo'
  | 'keep_photo'
  | 'walkovers'

type PlayerActionsProps = { player: OrganizerPlayer; onChange: (change: PlayerChange) => void }

/** An organizer's actions on a player. A disabled button gives the reason. */
export function PlayerActions({ player, onChange }: PlayerActionsProps) {
  const me = useRead(getOrganizer, {}).data
  const impersonate = useAction(seeAsPlayer, {
    toast: null,
    onDone: ({ token, name }) => beginImpersonation({ token, name, back: deskPaths.player(player.id) }, paths.profile),
  })
  const closed = player.closed ? 'This account is closed.' : undefined
  const runs = player.role === 'player' ? undefined : 'Runs leagues: dismiss first.'
  const peer = runs && me?.role !== 'owner' ? 'Runs leagues: only an owner can.' : undefined
  return (
    <section aria-labelledby="changes" className="flex flex-col items-stretch gap-3 sm:items-start">
      <h2 id="changes" className="lettering text-xl">
        What you can do
      </h2>
      <Button reason={closed ?? (player.is_me ? undefined : peer)} onClick={() => onChange('correct')}>
        Correct name, phone, gender
      </Button>
      <Button
        variant="secondary"
        reason={closed ?? (player.is_me ? 'Change your own email in the settings.' : peer)}
        onClick={() => onChange('email')}
      >
        {player.email === null ? 'Enter an email' : 'Correct the email'}
      </Button>
      {player.email === null && !player.has_password && (
        <Button
          variant="secondary"
          reason={closed ?? (player.suspended ? 'This player is suspended.' : undefined)}
          onClick={() => onChange('claim')}
        >
          Make a link to claim the account
        </Button>
      )}
      <Button
        variant="secondary"
        busy={impersonate.busy}
        reason={closed ?? peer ?? impersonationReason(player)}
        onClick={() => impersonate.run({ params: { id: player.id } })}
      >
        See the site as this player
      </Button>
      <Button
        variant="secondary"
        reason={closed ?? (player.area === null ? 'The profile is not complete.' : undefined)}
        onClick={() => onChange('level')}
      >
        Change the level
      </Button>
      <Button variant="secondary" reason={closed} onClick={() => onChange('free_season')}>
        Give a free season
      </Button>
      {me?.role === 'owner' && (
        <Button variant="secondary" reason={closed} onClick={() => onChange('data')}>
          Download the data for a legal demand
        </Button>
      )}
      <Button variant="secondary" onClick={() => onChange('walkovers')}>
        Award the overdue matches
      </Button>
      {player.photo_reports.length > 0 && (
        <Button variant="secondary" onClick={() => onChange('keep_photo')}>
          Keep the photo
        </Button>
      )}
      {player.photo !== null && (
        <Button variant="danger" reason={closed} onClick={() => onChange('remove_photo')}>
          Remove the photo
        </Button>
      )}
      <Button variant="secondary" reason={closed ?? peer} onClick={() => onChange('sign_out')}>
        Sign out everywhere
      </Button>
      {closed ? (
        <Button variant="secondary" reason={closed}>
          Merge with another account
        </Button>
      ) : (
        <ButtonLink variant="secondary" to={deskPaths.mergePlayer(player.id)}>
          Merge with another account
        </ButtonLink>
      )}
      <Button
        variant={player.suspended ? 'secondary' : 'danger'}
        reason={closed ?? runs}
        onClick={() => onChange('suspension')}
      >
        {player.suspended ? 'Lift the suspension' : 'Suspend'}
      </Button>
    </section>
  )
}

function impersonationReason({ is_me, suspended }: OrganizerPlayer): string | undefined {
  if (is_me) return 'That is you.'
  return suspended ? 'This player is suspended.' : undefined
}
