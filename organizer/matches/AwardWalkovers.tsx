import { useState } from 'react'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { BulkDialog, type BulkCall } from '#/organizer/desk/BulkDialog.tsx'
import type { Chosen } from '#/organizer/desk/DeskList.tsx'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
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
      <AwardAgainstOne chosen={chosen} />
      {open && <WalkoversDialog matches={rows} onClose={() => setOpen(false)} onAwarded={chosen.clear} />}
    </>
  )
}

/** Awards the chosen matches of one player to the other sides. */
function AwardAgainstOne({ chosen: { selection, rows, count } }: { chosen: Chosen<OrganizerMatch> }) {
  const [open, setOpen] = useState(false)
  const sides = rows.flatMap(({ one, two }) => [one, two])
  const timesOf = (id: number | undefined) => sides.filter(({ player_ids }) => player_ids[0] === id).length
  const choices = [...new Map(sides.map((side) => [side.player_ids[0], side])).values()].toSorted(
    (a, b) => timesOf(b.player_ids[0]) - timesOf(a.player_ids[0]),
  )
  // Usually one player is in all of them.
  const [sole, ...others] = choices.filter(({ player_ids: [id] }) => timesOf(id) === rows.length)
  const [picked, setPlayer] = useState<string | null>(null)
  const player_id = picked ?? (sole && others.length === 0 ? String(sole.player_ids[0]) : '')
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        Award against one player
      </Button>
      {open && (
        <BulkDialog
          title={`Award ${count} ${count === '1' ? 'match' : 'matches'} against one player`}
          description="Each goes to the other side: it counts as won and lost, but not as played. Both sides get an email."
          verb="Award"
          request={
            player_id === ''
              ? null
              : {
                  act: 'walkover',
                  selection: selection as Extract<BulkCall, { act: 'walkover' }>['selection'],
                  player_id: Number(player_id),
                }
          }
          onClose={() => setOpen(false)}
        >
          <SelectField
            name="player_id"
            label="Who loses?"
            placeholder="Choose a player"
            value={player_id}
            onChange={(event) => setPlayer(event.currentTarget.value)}
            options={choices.map(({ name, player_ids: [id] }) => ({
              value: String(id),
              label: `${name} · ${timesOf(id)} of the chosen`,
            }))}
          />
        </BulkDialog>
      )}
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
