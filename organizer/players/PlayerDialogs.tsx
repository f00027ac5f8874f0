import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { levelOptions } from '#/contract/levels.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { getOrganizerPlayer, listOrganizerPlayers, signOutPlayer } from '#/organizer/calls.gen.ts'
import { changeLevel, giveFreeSeason, keepPhoto, removePhoto, suspendPlayer, type OrganizerPlayer } from './contract.ts'
import type { PlayerChange } from './PlayerActions.tsx'
import { useAction } from '#/web/action.ts'

type DialogProps = { player: OrganizerPlayer; onClose: () => void }
const stale = [getOrganizerPlayer, listOrganizerPlayers] as const

/** The dialog for a change to a player. */
export function PlayerDialog({ change, ...rest }: DialogProps & { change: PlayerChange }) {
  if (change === 'level') return <LevelDialog {...rest} />
  if (change === 'remove_photo') return <RemovePhotoDialog {...rest} />
  if (change === 'keep_photo') return <KeepPhotoDialog {...rest} />
  if (change === 'suspension') return <SuspensionDialog {...rest} />
  return change === 'sign_out' ? <SignOutDialog {...rest} /> : <GiftDialog {...rest} />
}

function LevelDialog({ player, onClose }: DialogProps) {
  const change = useAction(changeLevel, { stale, onDone: onClose })
  const form = useForm({
    schema: changeLevel.body,
    keep: useFormDraft(`level-${player.id}`),
    initial: { singles_level: player.singles_level ?? '', reason: '' },
    onSubmit: (body) => change.submit({ params: { id: player.id }, body }),
  })
  return (
    <ReasonDialog
      title="Change the level"
      description="Entries stay where they are. To move one, open it."
      confirm="Change"
      form={form}
      onClose={onClose}
    >
      <RadioGroup {...form.radio('singles_level')} label="Singles level" options={levelOptions()} />
    </ReasonDialog>
  )
}

function RemovePhotoDialog({ player, onClose }: DialogProps) {
  const change = useAction(removePhoto, { stale, onDone: onClose })
  const form = useForm({
    schema: removePhoto.body,
    keep: useFormDraft(`remove-photo-${player.id}`),
    initial: { reason: '' },
    onSubmit: (body) => change.submit({ params: { id: player.id }, body }),
  })
  return (
    <ReasonDialog
      title={`Remove the photo of ${player.name}?`}
      description="Everybody sees the initials at once, and the same picture is refused from now on."
      confirm="Remove"
      danger
      final
      reasonHint="We email it to the player, and it is kept in the audit log."
      form={form}
      onClose={onClose}
    />
  )
}

function KeepPhotoDialog({ player, onClose }: DialogProps) {
  const change = useAction(keepPhoto, { stale, onDone: onClose })
  const form = useForm({
    schema: keepPhoto.body,
    keep: useFormDraft(`keep-photo-${player.id}`),
    initial: { reason: '' },
    onSubmit: (body) => change.submit({ params: { id: player.id }, body }),
  })
  return (
    <ReasonDialog
      title="Keep the photo?"
      description="Its reports are closed, and nobody gets an email."
      confirm="Keep it"
      form={form}
      onClose={onClose}
    />
  )
}

function SuspensionDialog({ player, onClose }: DialogProps) {
  const change = useAction(suspendPlayer, { stale, onDone: onClose })
  const suspended = !player.suspended
  const form = useForm({
    schema: suspendPlayer.body,
    keep: useFormDraft(`suspension-${player.id}-${suspended}`),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ suspended, reason }),
    onSubmit: (body) => change.submit({ params: { id: player.id }, body }),
  })
  return suspended ? (
    <ReasonDialog
      title={`Suspend ${player.name}?`}
      description="Every session ends right away, and nobody can sign in to the account. Entries, matches and results stay."
      confirm="Suspend"
      danger
      form={form}
      onClose={onClose}
    />
  ) : (
    <ReasonDialog
      title="Lift the suspension?"
      description={`${player.name} can sign in again.`}
      confirm="Lift it"
      form={form}
      onClose={onClose}
    />
  )
}

function GiftDialog({ player, onClose }: DialogProps) {
  const change = useAction(giveFreeSeason, { stale, onDone: onClose })
  // The gift has an id, so that pressing twice does not give two.
  const [gift] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: giveFreeSeason.body,
    keep: useFormDraft(`free-season-${player.id}`),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ gift, reason }),
    onSubmit: (body) => change.submit({ params: { id: player.id }, body }),
  })
  return (
    <ReasonDialog
      title="Give a free season"
      description={`A free season pays for one division. ${player.name} currently has ${player.free_seasons_left}.`}
      confirm="Give"
      final
      form={form}
      reasonHint="The player sees it too."
      onClose={onClose}
    />
  )
}

function SignOutDialog({ player, onClose }: DialogProps) {
  const signOut = useAction(signOutPlayer, { stale, onDone: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Sign out everywhere?"
      description={`${player.name} has to sign in again on every device.`}
      confirm="Sign out"
      busy={signOut.busy}
      onConfirm={() => signOut.run({ params: { id: player.id } })}
    />
  )
}
