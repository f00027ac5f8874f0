import { useNavigate } from '#/web/router.tsx'
import { stateLooks, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import {
  getActivity,
  confirmScore,
  getMatch,
  getResult,
  listMyMatches,
  listResults,
  listStandings,
} from '#/features/calls.gen.ts'
import type { MatchCard } from '#/features/matches/contract.ts'
import { boardOf, formatWhen, playersOn } from '#/features/matches/format.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { formatProvisional } from '#/features/playoffs/format.ts'
import { saveCalendar } from '#/features/matches/save-calendar.web.ts'
import { formatSuggestion } from '#/features/arranging/format.ts'
import { useAction } from '#/web/action.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { sportWords } from '#/rules/sports/formats.ts'
import { MatchCard as MatchBoard } from '#/web/ui/MatchCard.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { useWaiting } from '#/web/waiting.ts'
import { isUnanswered } from './is-unanswered.ts'

type MyMatchProps = {
  card: MatchCard
  /** The name of the player whose card it is. Undefined until loaded. */
  me: string | undefined
  onArrange: () => void
  onDelete: () => void
}

/** One of the player's matches as a board, with its actions. */
export function MyMatch({ card, me, onArrange, onDelete }: MyMatchProps) {
  const navigate = useNavigate()
  const board = boardOf(card)
  const [one, two] = board.sides
  const unsent = useWaiting().find(({ about }) => about.match_id === card.id)
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
  const open = {
    id: 'open',
    label: 'Times and messages',
    icon: <Icon name="clock" />,
    onSelect: () => void navigate(paths.match(card.id)),
  }
  const live = {
    id: 'live',
    label: card.live ? 'Live score' : 'Score it live',
    icon: <Icon name="result" />,
    onSelect: () => void navigate(paths.liveScore(card.id)),
  }
  const calendar = {
    id: 'calendar',
    label: 'Add to calendar',
    icon: <Icon name="calendar" />,
    onSelect: () => void saveCalendar(card.id),
  }
  const result = {
    id: 'result',
    label: 'See the result',
    icon: <Icon name="result" />,
    onSelect: () => void navigate(paths.result(card.id)),
  }
  return (
    <MatchBoard
      {...board}
      sides={[
        { ...one, ...peopleOf(playersOn(1, card)) },
        { ...two, ...peopleOf(playersOn(2, card)) },
      ]}
      of={card}
      word={sportWords[card.sport].set}
      title={card.is_upcoming ? 'Upcoming Match' : 'Past Match'}
      league={formatLeague(card)}
      when={
        card.match_date === null
          ? `No date yet. ${formatSuggestion(card) ?? ''}`
          : formatWhen(card.match_date, card.match_time)
      }
      where={formatPlace(card)}
      badge={
        <>
          {card.match_status && <Badge tone="warn">{card.match_status}</Badge>}
          {look && <Badge tone={look.tone}>{look.label}</Badge>}
          {card.arranging_state === 'offered' &&
            (card.owes_answer === 'me' ? <Badge tone="warn">Answer needed</Badge> : <Badge tone="info">Offered</Badge>)}
          {card.same_hour && <Badge tone="warn">Clash</Badge>}
          {card.provisional && card.played && <Badge tone="warn">Provisional</Badge>}
          {card.live && (
            <Badge tone={card.live.is_over ? 'info' : 'live'}>
              {card.live.is_over ? 'Played' : 'Live'} {card.live.line}
            </Badge>
          )}
          {card.not_played && <Badge>Not played</Badge>}
          {card.window_over && card.is_upcoming && <Badge tone="warn">Days over</Badge>}
          {unsent && (
            <Badge tone={unsent.refused ? 'bad' : 'info'}>{unsent.refused ? 'Not sent' : 'Waiting to be sent'}</Badge>
          )}
          {!unsent && !card.played && !card.is_upcoming && !card.not_played && !card.live && (
            <Badge tone="info">No score yet</Badge>
          )}
        </>
      }
      note={[
        unsent && `Your score ${unsent.about.line} is saved on this device.`,
        card.same_hour && 'You have another match around that time.',
        card.provisional && formatProvisional(card),
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        isUnanswered(card) ? (
          <AnswerActions card={card} />
        ) : card.live && !unsent ? (
          <ButtonLink to={paths.liveScore(card.id)}>See the live score</ButtonLink>
        ) : card.owes_answer === 'me' ? (
          <ButtonLink to={paths.match(card.id)}>Answer the offer</ButtonLink>
        ) : card.not_played ? (
          <ButtonLink to={paths.match(card.id)} variant="quiet">
            See the record
          </ButtonLink>
        ) : !card.played && card.match_date === null && !card.window_over ? (
          <ButtonLink to={paths.match(card.id)} variant="secondary">
            {card.arranging_state === 'offered' ? 'See the offer' : 'Offer times'}
          </ButtonLink>
        ) : !card.played && (!card.is_upcoming || card.window_over) && !unsent ? (
          <ButtonLink to={paths.matchScoreSubmission(card.id)}>Submit Score</ButtonLink>
        ) : null
      }
      menu={
        <Menu
          label={`Options for the match against ${formatOpponents(card, me)}`}
          items={
            card.played
              ? [result, open]
              : card.not_played
                ? [submit, open]
                : [live, submit, open, arrange, ...(card.match_date === null ? [] : [calendar]), remove]
          }
        />
      }
    />
  )
}

/** The faces of a side, and the names as links. */
function peopleOf(players: ReturnType<typeof playersOn>) {
  const [label, partnerLabel] = players.map(({ id, name }) => <PlayerName key={id} player_id={id} name={name} />)
  return { face: <Faces of={players} />, label, partnerLabel }
}

/** The place of the match, with a map link for a listed court. */
function formatPlace({ match_location, map_url }: MatchCard) {
  if (match_location === null || map_url === null) return match_location
  return (
    <a
      href={map_url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center underline underline-offset-4"
    >
      {match_location}
      <span className="sr-only">, on a map, opens in a new tab</span>
    </a>
  )
}

/** The other side of the player's match, in doubles both: 'Julia Baxter and Ann Lee'. */
function formatOpponents(card: MatchCard, me: string | undefined): string {
  const isOne = me === card.player_one_name || me === card.player_one_a_name
  const others = isOne ? [card.player_two_name, card.player_two_a_name] : [card.player_one_name, card.player_one_a_name]
  return others.filter((name) => name !== null).join(' and ')
}

function AnswerActions({ card }: { card: MatchCard }) {
  const confirm = useAction(confirmScore, {
    stale: [listMyMatches, getActivity, getMatch, getResult, listResults, listStandings],
  })
  const version = card.confirmation?.version ?? 0
  return (
    <>
      <Button busy={confirm.busy} onClick={() => confirm.run({ params: { id: card.id }, body: { version } })}>
        Confirm score
      </Button>
      <ButtonLink to={paths.result(card.id)} variant="quiet">
        Not right?
      </ButtonLink>
    </>
  )
}
