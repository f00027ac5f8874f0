import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { listMyLeagues } from '#/features/calls.gen.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { namePartner } from '#/features/pairs/contract.ts'
import { MIXED_PAIR } from '#/features/pairs/format.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type NamePartnerDialogProps = {
  league: LeagueEntry
  /** The invited person whom this invitation replaces, if any. */
  replaced: string | null
  onClose: () => void
}

/** Invites a partner by email. */
export function NamePartnerDialog({
  league: { league_id, level_name, is_mixed },
  replaced,
  onClose,
}: NamePartnerDialogProps) {
  const name = useAction(namePartner, { stale: [listMyLeagues], onDone: onClose })
  const form = useForm({
    schema: namePartner.body,
    initial: { full_name: '', email: '' },
    keep: useFormDraft(`partner-${league_id}`),
    onSubmit: (body) => name.submit({ params: { league_id }, body }),
  })
  return (
    <FormDialog
      title={`Your partner in ${level_name}`}
      description={`${is_mixed ? `${MIXED_PAIR} ` : ''}We email an invitation that your partner accepts with one click.${replaced === null ? '' : ` It replaces the invitation to ${replaced}.`}`}
      confirm="Send the invitation"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('full_name')} label="Partner's full name" autoComplete="off" />
      <TextField {...form.field('email')} label="Partner's email" type="email" inputMode="email" autoComplete="off" />
    </FormDialog>
  )
}
