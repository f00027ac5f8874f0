import { useState } from 'react'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import type { Chosen } from '#/organizer/desk/DeskList.tsx'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { giveWalkovers, type OrganizerMatch, type Side } from './contract.ts'
import { formatTitle } from './format.ts'
import { readsOfMatches } from './stale.web.ts'

/** Awards the chosen overdue matches with one reason. */
export function AwardWalkovers({ chosen }: { chosen: Chosen<OrganizerMatch> }) {
  const { selection, rows } = chosen
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        reason={'filter' in selection ? 'Choose the matches one by one.' : undefined}
        onClick={() => setOpen(true)}
      >
        Award {rows.length} {rows.length === 1 ? 'walkover' : 'walkovers'}
      </Button>
      {open && <WalkoversDialog matches={rows} onClose={() => setOpen(false)} onAwarded={chosen.clear} />}
    </>
  )
}

type WalkoversDialogProps = { matches: readonly OrganizerMatch[]; onClose: () => void; onAwarded: () => void }

function WalkoversDialog({ matches, onClose, onAwarded }: WalkoversDialogProps) {
  const award = useAction(giveWalkovers, {
    stale: readsOfMatches,
    onDone: () => {
      onClose()
      onAwarded()
    },
  })
  const form = useForm({
    schema: giveWalkovers.body,
    keep: useFormDraft('walkovers', ['matches']),
    initial: {
      reason: '',
      // The side that set a date usually gets the win.
      matches: matches.map(({ id, arranged_by }) => ({ id, winner: (arranged_by ?? '') as Side | '' })),
    },
    onSubmit: (body) => award.submit({ body }),
  })
  return (
    <ReasonDialog
      title={matches.length === 1 ? 'Award this walkover?' : `Award these ${matches.length} walkovers?`}
      description="Each counts as won and lost, but not as played. Both sides get an email."
      confirm={matches.length === 1 ? 'Award the walkover' : `Award ${matches.length} walkovers`}
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      {matches.map((match, index) => (
        <RadioGroup
          key={match.id}
          {...form.radio(`matches.${index}.winner`)}
          label={matches.length === 1 ? 'Who gets the win?' : `Who gets the win: ${formatTitle(match)}?`}
          options={[
            { value: 'one', label: match.one.name },
            { value: 'two', label: match.two.name },
          ]}
        />
      ))}
    </ReasonDialog>
  )
}
