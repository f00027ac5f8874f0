import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { noteOf } from '#/organizer/players/format.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { getOrganizerPlayer, listOrganizerPlayers, previewMerge } from '#/organizer/calls.gen.ts'
import { mergePlayers, type PlayerRow } from '#/organizer/players/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { MERGE_DAYS } from './contract.ts'
import { PendingMerge } from './PendingMerge.tsx'

type Preview = Reply<typeof previewMerge>

/** Two accounts side by side: what moves, what prevents the merge, and the merge itself. */
export function AccountComparison({ preview }: { preview: Preview }) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { keeps, closes, moves, places, problem, needs_confirmation, pending } = preview
  const merge = useAction(mergePlayers, {
    stale: [getOrganizerPlayer, listOrganizerPlayers, previewMerge],
    onDone: () => {
      setIsOpen(false)
      if (!needs_confirmation) return navigate(deskPaths.player(keeps.id))
    },
  })
  const form = useForm({
    schema: mergePlayers.body,
    keep: useFormDraft(`merge-${keeps.id}-${closes.id}`),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ from_id: closes.id, reason }),
    onSubmit: (body) => merge.submit({ params: { id: keeps.id }, body }),
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title="Stays" player={keeps} />
        <Side title="Is closed" player={closes} />
      </div>
      <section aria-labelledby="moves">
        <h2 id="moves" className="lettering text-lg">
          What moves
        </h2>
        {moves.length === 0 ? (
          <p className="mt-2 text-ink-soft">The other account is empty and will only be closed.</p>
        ) : (
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
            {moves.map(({ what, count }) => (
              <li key={what}>
                {count} {what}
              </li>
            ))}
          </ul>
        )}
        {problem === null &&
          places.map((place) => (
            <p key={place} className="mt-3">
              {place}
            </p>
          ))}
        <p className="mt-3 text-ink-soft">
          The account that stays keeps its name, email, password and level. The other account is signed out everywhere.{' '}
          {needs_confirmation
            ? `Both accounts get an email. They are merged once both have confirmed within ${MERGE_DAYS} days.`
            : 'As an owner, you merge them right away. The ways to sign in to the other account are deleted.'}
        </p>
      </section>
      {problem !== null && (
        <Notice tone="warn" title="These accounts cannot be merged">
          {problem}
        </Notice>
      )}
      {pending && <PendingMerge pending={pending} keeps={keeps} closes={closes} />}
      <FormActions>
        <Button variant="danger" reason={reasonOf(preview)} onClick={() => setIsOpen(true)}>
          {needs_confirmation ? 'Ask both to confirm' : 'Merge the accounts'}
        </Button>
        <ButtonLink variant="secondary" to={`${deskPaths.mergePlayer(closes.id)}?from=${keeps.id}`}>
          Swap the accounts
        </ButtonLink>
      </FormActions>
      {isOpen && (
        <ReasonDialog
          title={needs_confirmation ? 'Ask both accounts to confirm?' : 'Merge the accounts?'}
          description={`${closes.email ?? `The account of ${closes.name} without an email`} will be closed, and everything in it moves to ${keeps.email ?? 'the other one'}${needs_confirmation ? ' once both have confirmed' : ''}.`}
          confirm={needs_confirmation ? 'Send the emails' : 'Merge'}
          danger
          final={{ word: 'merge' }}
          form={form}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** Why the button is disabled. */
function reasonOf({ problem, pending, needs_confirmation }: Preview): string | undefined {
  if (problem !== null) return 'See the reason above.'
  return pending && needs_confirmation ? 'Both accounts have already been asked.' : undefined
}

function Side({ title, player }: { title: string; player: PlayerRow }) {
  return (
    <Card>
      <h2 className="text-sm font-[650] text-ink-soft">{title}</h2>
      <p className="lettering mt-1 text-xl">{player.name}</p>
      <p className="mt-1 text-sm break-words text-ink-soft">{noteOf(player)}</p>
    </Card>
  )
}
