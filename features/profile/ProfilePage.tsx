import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getUser } from '#/features/accounts/contract.ts'
import { confirmScore } from '#/features/confirmation/contract.ts'
import { ArrangeDialog } from '#/features/schedule/ArrangeDialog.tsx'
import { formatSuggestion } from '#/features/schedule/format.ts'
import { formatInstant, stateLooks, formatName } from '#/contract/format.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { useChange, useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { MatchCard as MatchPlate } from '#/web/ui/MatchCard.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import {
  deleteMatch,
  getMatch,
  getResult,
  listMyMatches,
  listResults,
  type MatchCard,
} from '#/features/matches/contract.ts'
import { boardOf, formatWhen } from '#/features/matches/format.ts'

const perPage = perPageOf(listMyMatches)

/** Me: since when, my record, my matches. */
export default function ProfilePage() {
  const [params] = useSearchParams()
  const page = Number(params.get('page') ?? 1)
  const me = useRead(getUser, {})
  const matches = useRead(listMyMatches, { query: { page } }, { keepPrevious: true })
  const user = me.data?.user
  return (
    <>
      <title>My profile · Deuce</title>
      <PageHeader
        title={user ? formatName(user) : 'My profile'}
        lead={user && <p>Member since {formatInstant(user.created_at)}</p>}
        actions={
          <>
            <ButtonLink to={paths.addMatch} variant="secondary">
              Add a match
            </ButtonLink>
            <ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>
          </>
        }
      />
      {matches.data ? (
        <div className="flex flex-col gap-8" aria-busy={matches.isPlaceholderData}>
          <Waiting cards={matches.data.matchups} />
          <Record record={matches.data.record} />
          <Matches cards={matches.data.matchups} />
          {matches.data.total > perPage && (
            <Pager page={page} perPage={perPage} total={matches.data.total} hrefOf={(next) => `?page=${next}`} />
          )}
        </div>
      ) : matches.error ? (
        <ReadError of={matches} />
      ) : (
        <Skeleton kind="cards" count={4} label="Loading your matches" />
      )}
    </>
  )
}

function Record({ record }: { record: { wins: number; losses: number; ties: number } }) {
  const figures = [
    { term: 'Won', value: record.wins, look: 'text-live' },
    { term: 'Lost', value: record.losses, look: '' },
    ...(record.ties > 0 ? [{ term: 'Tied', value: record.ties, look: '' }] : []),
  ]
  return (
    <section aria-labelledby="record" className="on-board rounded-md border border-board-line p-4 sm:p-6">
      <h2 id="record" className="lettering text-xl">
        Overall League Record
      </h2>
      <dl className="mt-3 flex gap-3 sm:gap-4">
        {figures.map(({ term, value, look }) => (
          <div
            key={term}
            className="flex min-w-24 flex-col-reverse items-center rounded-sm bg-board-well px-4 py-3 sm:min-w-32"
          >
            <dt className="text-sm text-on-board-soft">{term}</dt>
            <dd className={`figures text-score ${look}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Matches({ cards }: { cards: readonly MatchCard[] }) {
  const [deleting, setDeleting] = useState<MatchCard | null>(null)
  const [arranging, setArranging] = useState<MatchCard | null>(null)
  if (cards.length === 0)
    return (
      <EmptyState
        picture="no-matches"
        title="No result found"
        action={<ButtonLink to={paths.joinLeague}>Join a league</ButtonLink>}
      >
        Your matches will appear here, the next one first.
      </EmptyState>
    )
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
                    <Plate card={card} onArrange={() => setArranging(card)} onDelete={() => setDeleting(card)} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <DeleteMatch card={deleting} onClose={() => setDeleting(null)} />
      {arranging && <ArrangeDialog key={arranging.id} card={arranging} onClose={() => setArranging(null)} />}
    </>
  )
}

function Plate({ card, onArrange, onDelete }: { card: MatchCard; onArrange: () => void; onDelete: () => void }) {
  const navigate = useNavigate()
  const look = card.confirmation && card.confirmation.state !== 'confirmed' && stateLooks[card.confirmation.state]
  const submit = {
    id: 'submit',
    label: 'Submit Score',
    icon: <Icon name="edit" />,
    onSelect: () => void navigate(paths.matchScoreSubmission(card.id)),
  }
  const remove = {
    id: 'delete',
    label: 'Delete match',
    icon: <Icon name="delete" />,
    tone: 'danger' as const,
    onSelect: onDelete,
  }
  const arrange = { id: 'arrange', label: 'Set date, time and court', icon: <Icon name="edit" />, onSelect: onArrange }
  const result = {
    id: 'result',
    label: 'See the result',
    icon: <Icon name="result" />,
    onSelect: () => void navigate(paths.result(card.id)),
  }
  return (
    <MatchPlate
      {...boardOf(card)}
      title={card.is_upcoming ? 'Upcoming Match' : 'Past Match'}
      league={`${card.league_name} ${card.year}, ${card.level_name}`}
      when={
        card.match_date === null
          ? `No date yet. ${formatSuggestion(card) ?? ''}`
          : formatWhen(card.match_date, card.match_time)
      }
      where={card.match_location}
      badge={
        <>
          {card.match_status && <Badge tone="warn">{card.match_status}</Badge>}
          {look && <Badge tone={look.tone}>{look.label}</Badge>}
          {!card.played && !card.is_upcoming && <Badge tone="info">No score yet</Badge>}
        </>
      }
      actions={
        waitsForMe(card) ? (
          <AnswerActions card={card} />
        ) : !card.played && card.match_date === null ? (
          <Button variant="secondary" onClick={onArrange}>
            Set a date
          </Button>
        ) : !card.played && !card.is_upcoming ? (
          <ButtonLink to={paths.matchScoreSubmission(card.id)}>Submit Score</ButtonLink>
        ) : null
      }
      menu={
        <Menu
          label={`Match against: ${card.player_one_name}, ${card.player_two_name}`}
          items={card.played ? [result] : [submit, arrange, remove]}
        />
      }
    />
  )
}

/** Whether the other side has reported it and this player has still to answer. */
function waitsForMe({ confirmation }: MatchCard): boolean {
  return confirmation?.state === 'unconfirmed' && confirmation.role === 'other'
}

function AnswerActions({ card }: { card: MatchCard }) {
  const confirm = useChange(confirmScore, [listMyMatches, getMatch, getResult, listResults, listStandings])
  const version = card.confirmation?.version ?? 0
  return (
    <>
      <Button
        busy={confirm.isPending}
        onClick={() =>
          confirm.mutate(
            { params: { id: card.id }, body: { version } },
            {
              onSuccess: ({ message }) => showToast({ tone: 'good', text: message }),
              onError: ({ message }) => showToast({ tone: 'bad', text: message }),
            },
          )
        }
      >
        Confirm score
      </Button>
      <ButtonLink to={paths.result(card.id)} variant="quiet">
        Not right?
      </ButtonLink>
    </>
  )
}

/** Scores that wait for this player's answer, said before the matches to come. */
function Waiting({ cards }: { cards: readonly MatchCard[] }) {
  const [first, ...others] = cards.filter(waitsForMe)
  if (!first) return null
  return (
    <Notice
      tone="warn"
      title={
        others.length === 0
          ? 'A score is waiting for your answer'
          : `${others.length + 1} scores are waiting for your answer`
      }
      actions={<ButtonLink to={paths.result(first.id)}>Look at the score</ButtonLink>}
    >
      {first.player_one_name} against {first.player_two_name}, {formatWhen(first.match_date, null)}: {first.score_line}
    </Notice>
  )
}

function DeleteMatch({ card, onClose }: { card: MatchCard | null; onClose: () => void }) {
  const remove = useChange(deleteMatch, [listMyMatches, getMatch])
  function confirm(id: number): void {
    remove.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => showToast({ tone: 'good', text: message }),
        onError: ({ message }) => showToast({ tone: 'bad', text: message }),
        onSettled: onClose,
      },
    )
  }
  return (
    <ConfirmDialog
      open={card !== null}
      onClose={onClose}
      title="Delete this match?"
      description={
        card
          ? `${card.player_one_name} against ${card.player_two_name}, ${formatWhen(card.match_date, card.match_time)}. It disappears for both sides.`
          : ''
      }
      confirm="Delete match"
      cancel="Keep it"
      tone="danger"
      busy={remove.isPending}
      onConfirm={() => card && confirm(card.id)}
    />
  )
}
