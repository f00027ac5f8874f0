import { useState, type ReactNode } from 'react'
import { formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { getActivity, deleteMatch, getMatch, listMyMatches } from '#/features/calls.gen.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import type { MatchCard } from '#/features/matches/contract.ts'
import { formatWhen } from '#/features/matches/format.ts'
import { useAction } from '#/web/action.ts'
import { onDemand } from '#/web/on-demand.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { MyMatch } from './MyMatch.tsx'
import { isLine, PastMatchLine } from './PastMatchLine.tsx'

const ArrangeDialog = onDemand(() =>
  import('#/features/arranging/ArrangeDialog.tsx').then((part) => part.ArrangeDialog),
)

/** Past matches that home shows at first. */
const FEW = 5

type MyMatchesProps = {
  cards: readonly MatchCard[]
  /** Undefined until loaded. */
  leagues: readonly LeagueEntry[] | undefined
  /** The player's name as on the cards. */
  me: string | undefined
  /** Whether the newest past matches are enough at first. */
  brief: boolean
}

/** The player's matches, upcoming ones first, and their dialogs. */
export function MyMatches({ cards, leagues, me, brief }: MyMatchesProps) {
  const [deleting, setDeleting] = useState<MatchCard | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const [arranging, setArranging] = useState<MatchCard | null>(null)
  if (cards.length === 0) return <NoMatches leagues={leagues} />
  const groups = [
    { title: 'Upcoming', cards: cards.filter((card) => card.is_upcoming) },
    { title: 'Past', cards: cards.filter((card) => !card.is_upcoming) },
  ]
  const lines = cards.filter(isLine)
  const shown = new Set(showsAll || !brief ? lines : lines.slice(0, FEW))
  const show = (card: MatchCard) => (
    <MyMatch card={card} me={me} onArrange={() => setArranging(card)} onDelete={() => setDeleting(card)} />
  )
  return (
    <>
      {groups.map(
        (group) =>
          group.cards.length > 0 && (
            <section key={group.title} aria-label={`${group.title} matches`} className="flex flex-col gap-4">
              <h2 className="lettering border-b border-line pb-2 text-2xl">{group.title}</h2>
              <MatchBoards cards={group.cards.filter((card) => !isLine(card))} show={show} />
              {seasonsOf(group.cards.filter((card) => shown.has(card))).map(({ season, played }) => (
                <section key={season} aria-label={season}>
                  <h3 className="pb-1 text-sm font-[650] text-ink-soft">{season}</h3>
                  <ul className="border-t border-line">
                    {played.map((card) => (
                      <PastMatchLine key={card.id} card={card}>
                        {show(card)}
                      </PastMatchLine>
                    ))}
                  </ul>
                </section>
              ))}
            </section>
          ),
      )}
      {shown.size < lines.length && (
        <Button variant="quiet" className="self-start" onClick={() => setShowsAll(true)}>
          Show {lines.length - shown.size} more
        </Button>
      )}
      {deleting && <DeleteDialog card={deleting} onClose={() => setDeleting(null)} />}
      {arranging && <ArrangeDialog key={arranging.id} card={arranging} onClose={() => setArranging(null)} />}
    </>
  )
}

/** Matches to play, or with something to do. */
function MatchBoards({ cards, show }: { cards: readonly MatchCard[]; show: (card: MatchCard) => ReactNode }) {
  if (cards.length === 0) return null
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {cards.map((card) => (
        <li key={card.id}>{show(card)}</li>
      ))}
    </ul>
  )
}

/** Cards in their order, by season and division: 'Fall 2026, Men’s Singles 4.0, South Bend'. */
function seasonsOf(cards: readonly MatchCard[]): { season: string; played: MatchCard[] }[] {
  return [...Map.groupBy(cards, formatLeague)].map(([season, played]) => ({ season, played }))
}

/** A player who has already joined a league is not asked to join one. */
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
