import { useState } from 'react'
import { formatMoment } from '#/contract/format.ts'
import { genderOptions } from '#/contract/genders.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { NameInputs } from '#/features/accounts/PlayerFields.tsx'
import { endClaimLink, getOrganizerPlayer, listOrganizerPlayers, makeClaimLink } from '#/organizer/calls.gen.ts'
import { CopyField } from '#/organizer/desk/CopyField.tsx'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { saveOwn } from '#/web/download.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrganizerPlayer } from './contract.ts'
import { correctEmail, correctPlayer, exportPlayerData } from './correction-contract.ts'

type DialogProps = { player: OrganizerPlayer; onClose: () => void }
const stale = [getOrganizerPlayer, listOrganizerPlayers] as const

export function CorrectDialog({ player, onClose }: DialogProps) {
  const correct = useAction(correctPlayer, { stale, onDone: onClose })
  const genders = genderOptions()
  const form = useForm({
    schema: correctPlayer.body,
    keep: useFormDraft(`correct-${player.id}`),
    initial: {
      first_name: player.first_name,
      last_name: player.last_name,
      one_name: player.one_name,
      phone: player.phone ?? '',
      gender: player.gender ?? '',
      reason: '',
    },
    toBody: ({ gender, ...values }) => ({ ...values, gender: gender === '' ? null : gender }),
    onSubmit: (body) => correct.submit({ params: { id: player.id }, body }),
  })
  return (
    <ReasonDialog
      title="Correct name, phone, gender"
      description="Tables, brackets and lists show the corrected name. We email the player what has changed."
      confirm="Save"
      form={form}
      reasonHint="For the player and the audit log."
      onClose={onClose}
    >
      <PhoneField {...form.field('phone')} label="Phone" />
      <NameInputs
        first={form.field('first_name')}
        last={form.field('last_name')}
        oneName={form.checkbox('one_name')}
        label="They have one name"
        autoComplete={['off', 'off', 'off']}
        onOneName={() => form.set('last_name', '')}
      />
      {genders.length > 0 && <RadioGroup {...form.radio('gender')} label="Gender" options={genders} />}
    </ReasonDialog>
  )
}

export function EmailDialog({ player, onClose }: DialogProps) {
  const correct = useAction(correctEmail, { stale, onDone: onClose })
  const form = useForm({
    schema: correctEmail.body,
    keep: useFormDraft(`email-${player.id}`),
    initial: { email: '', reason: '' },
    onSubmit: (body) => correct.submit({ params: { id: player.id }, body }),
  })
  const other = form.refusal?.code === 'email_in_use' ? form.refusal.state?.['player_id'] : undefined
  return (
    <ReasonDialog
      title={player.email === null ? 'Enter an email' : 'Correct the email'}
      description={
        player.email === null
          ? 'The email gets a link. It counts once the link is opened.'
          : `${player.email} works until the new email is confirmed. Both get a note.`
      }
      confirm="Send the link"
      form={form}
      reasonHint="For the player and the audit log."
      onClose={onClose}
    >
      <TextField {...form.field('email')} label="New email" type="email" inputMode="email" autoComplete="off" />
      {typeof other === 'number' && (
        <TextLink to={`${deskPaths.mergePlayer(player.id)}?from=${other}`}>Compare and merge the two</TextLink>
      )}
    </ReasonDialog>
  )
}

/** Downloads everything stored about the player, with the notes. */
export function DataDialog({ player, onClose }: DialogProps) {
  const read = useAction(exportPlayerData, { stale: [getOrganizerPlayer], toast: null })
  const form = useForm({
    schema: exportPlayerData.body,
    initial: { reason: '' },
    onSubmit: async (body) => {
      const data = JSON.stringify(await read.submit({ params: { id: player.id }, body }), null, 2)
      saveOwn(new Blob([data], { type: 'application/json' }), `player-${player.id}.json`)
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Download the data for a legal demand"
      description={`Everything stored about ${player.name}, with the organizers’ notes. Check that the demand is theirs, and pass the file on safely.`}
      confirm="Download"
      form={form}
      onClose={onClose}
    />
  )
}

/** Makes a link with which the player sets email and password, and shows it once. */
export function ClaimLinkDialog({ player, onClose }: DialogProps) {
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null)
  const make = useAction(makeClaimLink, { stale, toast: null, onDone: setLink })
  const end = useAction(endClaimLink, { stale, onDone: onClose })
  const params = { id: player.id }
  return (
    <Dialog open onClose={onClose} title={`A link for ${player.name}`}>
      <div className="flex flex-col gap-4">
        {link === null ? (
          <>
            <p>
              The reader of the link sets the email and password of this account: give it only to {player.name}. It
              works once, for two weeks, and is shown only now.
            </p>
            {player.claim_ends_at && (
              <p>A link works until {formatMoment(player.claim_ends_at)}. A new one replaces it.</p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button busy={make.busy} onClick={() => make.run({ params })}>
                Make the link
              </Button>
              {player.claim_ends_at && (
                <Button variant="danger" busy={end.busy} onClick={() => end.run({ params })}>
                  End the present link
                </Button>
              )}
            </div>
          </>
        ) : (
          <>
            <QrCode text={link.url} label={`A code to claim the account of ${player.name}`} />
            <CopyField label="Link" value={link.url} copy="Copy the link" />
            <p>It works until {formatMoment(link.expires_at)}.</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
