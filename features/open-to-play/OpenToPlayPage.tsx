import { useNavigate, useParams } from '#/web/router.tsx'
import { formatMoment } from '#/contract/format.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { paths } from '#/contract/paths.ts'
import { formatAppointment } from '#/features/arranging/format.ts'
import { listMyMatches, listOpenPlayers, offerToPlay, setOpenToPlay } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { EntryNames } from '#/features/leagues/PlayerName.tsx'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OpenPlayer } from './contract.ts'

type Open = Reply<typeof listOpenPlayers>

/** Players of a league who are looking for a match this week, and the reader's own setting. */
export default function OpenToPlayPage() {
  const { id: league_id = '' } = useParams()
  const read = useRead(listOpenPlayers, { params: { league_id } })
  return (
    <Screen title="Open to play" kicker={<TextLink to={paths.myLeague}>My league</TextLink>} lead={read.data?.league}>
      <Loaded
        of={read}
        loading="Looking for players"
        skeleton={{ kind: 'cards', count: 2 }}
        missing="We could not find this league among yours."
      >
        {(open) => (
          <div className="flex flex-col gap-8">
            <MyMark open={open} league_id={league_id} />
            {open.allowed && <Players open={open} league_id={league_id} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function MyMark({ open: { allowed, until }, league_id }: { open: Open; league_id: string }) {
  const mark = useAction(setOpenToPlay, { stale: [listOpenPlayers] })
  const set = (open: boolean) => mark.run({ params: { league_id }, body: { open } })
  if (!allowed)
    return (
      <Notice title="No further matches count here">
        Only scheduled matches count in this season, or it is not in progress.
      </Notice>
    )
  return until === null ? (
    <Notice
      title="Are you looking for a match this week?"
      actions={
        <Button busy={mark.busy} onClick={() => set(true)}>
          I am looking for a match
        </Button>
      }
    >
      The players of your league see your name, and times at which both of you can play. Nothing else.
    </Notice>
  ) : (
    <Notice
      tone="success"
      title="You are looking for a match"
      actions={
        <Button variant="secondary" busy={mark.busy} onClick={() => set(false)}>
          Stop looking
        </Button>
      }
    >
      The players of your league see it until {formatMoment(until)}.
    </Notice>
  )
}

function Players({ open: { players }, league_id }: { open: Open; league_id: string }) {
  if (players.length === 0)
    return (
      <EmptyState
        picture="no-players"
        title="Nobody else is looking"
        action={
          <ButtonLink to={paths.availabilitySettings} variant="secondary">
            Enter when you can play
          </ButtonLink>
        }
      >
        Players of your league who are looking for a match this week are shown here.
      </EmptyState>
    )
  return (
    <section aria-labelledby="looking" className="flex flex-col gap-4">
      <h2 id="looking" className="lettering text-2xl">
        Looking for a match
      </h2>
      {players.length > 1 && <p className="text-ink-soft">Likely close matches come first, by rating.</p>}
      <ul className="grid gap-4 lg:grid-cols-2">
        {players.map((player) => (
          <li key={player.entry_id}>
            <PlayerCard player={player} league_id={league_id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlayerCard({ player, league_id }: { player: OpenPlayer; league_id: string }) {
  const { entry_id, name, match_id, suggestions } = player
  const navigate = useNavigate()
  const offer = useAction(offerToPlay, {
    stale: [listOpenPlayers, listMyMatches],
    onDone: ({ id }) => void navigate(paths.match(id)),
  })
  return (
    <Card className="flex h-full flex-col items-start gap-3">
      <h3 className="lettering text-xl">
        <EntryNames entry_id={entry_id} names={name} />
      </h3>
      {match_id !== null && (
        <>
          <p className="text-ink-soft">You have offered times. {name} has to answer.</p>
          <ButtonLink to={paths.match(match_id)} variant="secondary">
            See the match<span className="sr-only"> against {name}</span>
          </ButtonLink>
        </>
      )}
      {match_id === null && <Suggestions player={player} />}
      {match_id === null && suggestions.length > 0 && (
        <Button
          busy={offer.busy}
          onClick={() => offer.run({ params: { league_id }, body: { entry_id, times: suggestions, note: '' } })}
        >
          Offer {suggestions.length === 1 ? 'this time' : `these ${suggestions.length} times`}
          <span className="sr-only"> to {name}</span>
        </Button>
      )}
    </Card>
  )
}

function Suggestions({ player: { suggestions } }: { player: OpenPlayer }) {
  if (suggestions.length === 0) return <p className="text-ink-soft">There is no time at which both of you can play.</p>
  return (
    <ul className="tabular flex flex-col gap-1">
      {suggestions.map((time) => (
        <li key={`${time.match_date} ${time.match_time}`}>{formatAppointment(time)}</li>
      ))}
    </ul>
  )
}
