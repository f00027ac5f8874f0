import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { giveWalkovers, type OrganizerMatch, type Side } from './contract.ts'
import { formatEffort, formatTitle } from './format.ts'
import { MatchLine } from './MatchLine.tsx'
import { readsOfMatches } from './stale.web.ts'

type Walkover = { match: OrganizerMatch; winner: Side }

/** Overdue matches, several of which can be awarded at once with one reason. */
export function OverdueList({ matches }: { matches: readonly OrganizerMatch[] }) {
  /** The winner of each selected match. Null if not chosen yet. */
  const [winners, setWinners] = useState<Readonly<Record<number, Side | null>>>({})
  const [open, setOpen] = useState(false)
  const chosen = matches.filter(({ id }) => winners[id] !== undefined)
  const walkovers = chosen.flatMap((match) => {
    const winner = winners[match.id]
    return winner ? [{ match, winner }] : []
  })

  function choose(id: number, side: Side | null | undefined): void {
    setWinners(({ [id]: _before, ...others }) => (side === undefined ? others : { ...others, [id]: side }))
  }

  return (
    <>
      <ul className="flex flex-col">
        {matches.map((match) => {
          const winner = winners[match.id]
          return (
            <li key={match.id} className="flex flex-col gap-2 border-b border-line bg-surface p-4">
              <MatchLine match={match} />
              <p className="text-sm text-ink-soft">{formatEffort(match)}</p>
              <Checkbox
                label="Award a walkover"
                aria-label={`Award a walkover: ${formatTitle(match)}`}
                checked={winner !== undefined}
                onChange={(event) => choose(match.id, event.currentTarget.checked ? match.arranged_by : undefined)}
              />
              {winner !== undefined && (
                <RadioGroup
                  name={`winner-${match.id}`}
                  label="Who gets the win?"
                  value={winner}
                  options={[
                    { value: 'one', label: match.one.name },
                    { value: 'two', label: match.two.name },
                  ]}
                  onChange={(side) => choose(match.id, side)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <div className="sticky bottom-0 z-10 border-t border-line bg-chalk py-3 empty:hidden">
        {chosen.length > 0 && (
          <Button
            reason={walkovers.length < chosen.length ? 'Choose who wins each match.' : undefined}
            onClick={() => setOpen(true)}
          >
            Award {chosen.length} {chosen.length === 1 ? 'walkover' : 'walkovers'}
          </Button>
        )}
      </div>
      {open && (
        <WalkoversDialog walkovers={walkovers} onClose={() => setOpen(false)} onAwarded={() => setWinners({})} />
      )}
    </>
  )
}

type WalkoversDialogProps = { walkovers: readonly Walkover[]; onClose: () => void; onAwarded: () => void }

function WalkoversDialog({ walkovers, onClose, onAwarded }: WalkoversDialogProps) {
  const award = useAction(giveWalkovers, {
    stale: readsOfMatches,
    onDone: () => {
      onClose()
      onAwarded()
    },
  })
  const form = useForm({
    schema: giveWalkovers.body,
    keep: useFormDraft('walkovers'),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ reason, matches: walkovers.map(({ match, winner }) => ({ id: match.id, winner })) }),
    onSubmit: (body) => award.submit({ body }),
  })
  return (
    <ReasonDialog
      title={walkovers.length === 1 ? 'Award this walkover?' : `Award these ${walkovers.length} walkovers?`}
      description="Each counts as won and lost, but not as played. Both sides get an email."
      confirm={walkovers.length === 1 ? 'Award the walkover' : `Award ${walkovers.length} walkovers`}
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-1">
        {walkovers.map(({ match, winner }) => (
          <li key={match.id}>
            To <strong>{match[winner].name}</strong>, over {match[winner === 'one' ? 'two' : 'one'].name}
          </li>
        ))}
      </ul>
    </ReasonDialog>
  )
}
