import { useState } from 'react'
import { paths } from '#/contract/paths.ts'
import { getActivity, deleteMatch, getMatch, listMyMatches } from '#/features/calls.gen.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import type { MatchCard } from '#/features/matches/contract.ts'
import { formatWhen } from '#/features/matches/format.ts'
import { useAction } from '#/web/action.ts'
import { onDemand } from '#/web/on-demand.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { MyMatch } from './MyMatch.tsx'

const ArrangeDialog = onDemand(() =>
  import('#/features/arranging/ArrangeDialog.tsx').then((part) => part.ArrangeDialog),
)

type MyMatchesProps = {
  cards: readonly MatchCard[]
  /** Undefined until they are read. */
  leagues: readonly LeagueEntry[] | undefined
  /** My name, as the cards have it. */
  me: string | undefined
}

/** The player's matches, upcoming ones first, and the dialogs about one of them. */
export function MyMatches({ cards, leagues, me }: MyMatchesProps) {
  const [deleting, setDeleting] = useState<MatchCard | null>(null)
  const [arranging, setArranging] = useState<MatchCard | null>(null)
  if (cards.length === 0) return <NoMatches leagues={leagues} />
  const groups = [
    { title: 'Upcoming', cards: cards.filter((card) => card.is_upcoming) },
    { title: 'Past', cards: cards.filter((card) => !card.is_upcoming) },
  ]
  return (
    <>
      {groups.map(
        (group) =>
          group.cards.length > 0 && (
            <section key={group.title} aria-label={`${group.title} matches`} className="flex flex-col gap-4">
              <h2 className="lettering border-b border-line pb-2 text-2xl">{group.title}</h2>
              <ul className="grid gap-4 lg:grid-cols-2">
                {group.cards.map((card) => (
                  <li key={card.id}>
                    <MyMatch
                      card={card}
                      me={me}
                      onArrange={() => setArranging(card)}
                      onDelete={() => setDeleting(card)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {deleting && <DeleteDialog card={deleting} onClose={() => setDeleting(null)} />}
      {arranging && <ArrangeDialog key={arranging.id} card={arranging} onClose={() => setArranging(null)} />}
    </>
  )
}

/** Somebody who has joined a league is not asked to join one. */
function NoMatches({ leagues }: Pick<MyMatchesProps, 'leagues'>) {
  if (leagues === undefined) return null
  if (leagues.length > 0)
    return (
      <EmptyState
        picture="no-matches"
        title="No matches yet"
        action={<ButtonLink to={paths.myLeague}>My league</ButtonLink>}
      >
        Your matches will appear here, the next one first.
      </EmptyState>
    )
  return (
    <EmptyState
      picture="no-matches"
      title="No result found"
      action={<ButtonLink to={paths.joinLeague}>Join a league</ButtonLink>}
    >
      Your matches will appear here, the next one first.
    </EmptyState>
  )
}

function DeleteDialog({ card, onClose }: { card: MatchCard; onClose: () => void }) {
  const remove = useAction(deleteMatch, {
    stale: [listMyMatches, getActivity, getMatch],
    onDone: onClose,
    onRefused: onClose,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this match?"
      description={`${card.player_one_name} against ${card.player_two_name}, ${formatWhen(card.match_date, card.match_time)}. It disappears for both sides.`}
      confirm="Delete match"
      cancel="Keep it"
      tone="danger"
      busy={remove.busy}
      onConfirm={() => remove.run({ params: { id: card.id } })}
    />
  )
}
