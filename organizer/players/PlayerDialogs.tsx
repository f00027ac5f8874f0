import { useState } from 'react'
import { singlesLevels } from '#/contract/fields.ts'
import { ActDialog } from '#/organizer/desk/ActionDialog.tsx'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import {
  changeLevel,
  getOrganizerPlayer,
  giveFreeSeason,
  listOrganizerPlayers,
  signOutPlayer,
  suspendPlayer,
  type OrganizerPlayer,
} from './contract.ts'
import type { AuditEntry } from './PlayerActions.tsx'

type DialogProps = { player: OrganizerPlayer; onClose: () => void }
const stale = [getOrganizerPlayer, listOrganizerPlayers] as const

/** The dialog of an act. */
export function PlayerDialog({ act, ...rest }: DialogProps & { act: AuditEntry }) {
  if (act === 'level') return <LevelDialog {...rest} />
  if (act === 'suspension') return <SuspensionDialog {...rest} />
  return act === 'sign_out' ? <SignOutDialog {...rest} /> : <GiftDialog {...rest} />
}

function LevelDialog({ player, onClose }: DialogProps) {
  const change = useChange(changeLevel, stale)
  const form = useForm({
    schema: changeLevel.body,
    initial: { singles_level: player.singles_level ?? '', reason: '' },
    toBody: (values) => values,
    onSubmit: async (body) => say(await change.mutateAsync({ params: { id: player.id }, body }), onClose),
  })
  return (
    <ActDialog
      title="Change the level"
      description="Entries stay where they are. To move one, open it."
      confirm="Change"
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('singles_level')}
        label="Singles level"
        options={singlesLevels.map((value) => ({ value, label: value }))}
      />
    </ActDialog>
  )
}

function SuspensionDialog({ player, onClose }: DialogProps) {
  const change = useChange(suspendPlayer, stale)
  const suspended = !player.suspended
  const form = useForm({
    schema: suspendPlayer.body,
    initial: { reason: '' },
    toBody: ({ reason }) => ({ suspended, reason }),
    onSubmit: async (body) => say(await change.mutateAsync({ params: { id: player.id }, body }), onClose),
  })
  return suspended ? (
    <ActDialog
      title={`Suspend ${player.name}?`}
      description="Every session ends right away, and nobody can sign in to the account. Entries, matches and results stay."
      confirm="Suspend"
      danger
      form={form}
      onClose={onClose}
    />
  ) : (
    <ActDialog
      title="Lift the suspension?"
      description={`${player.name} can sign in again.`}
      confirm="Lift it"
      form={form}
      onClose={onClose}
    />
  )
}

function GiftDialog({ player, onClose }: DialogProps) {
  const change = useChange(giveFreeSeason, stale)
  // A gift has a name of its own, so that a second press gives no second one.
  const [gift] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: giveFreeSeason.body,
    initial: { reason: '' },
    toBody: ({ reason }) => ({ gift, reason }),
    onSubmit: async (body) => say(await change.mutateAsync({ params: { id: player.id }, body }), onClose),
  })
  return (
    <ActDialog
      title="Give a free season"
      description={`It pays for one division. ${player.name} has ${player.free_seasons_left} now.`}
      confirm="Give"
      form={form}
      reasonHint="The player reads it too."
      onClose={onClose}
    />
  )
}

function SignOutDialog({ player, onClose }: DialogProps) {
  const change = useChange(signOutPlayer, stale)
  const signOut = async () => {
    const done = await change.mutateAsync({ params: { id: player.id } }).catch((error: Error) => {
      showToast({ tone: 'bad', text: error.message })
      return null
    })
    if (done) say(done, onClose)
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Sign out everywhere?"
      description={`${player.name} has to sign in again on every device.`}
      confirm="Sign out"
      busy={change.isPending}
      onConfirm={() => void signOut()}
    />
  )
}

function say({ message }: { message: string }, onClose: () => void): void {
  showToast({ tone: 'good', text: message })
  onClose()
}
