import { useNavigate, useParams } from '#/web/router.tsx'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listMyMatches, challenge, readLadder } from '#/features/calls.gen.ts'
import { challengeProblems } from '#/rules/formats/ladder.ts'
import { EntryNames } from '#/features/leagues/PlayerName.tsx'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { Ladder, LadderRung } from './contract.ts'

/** The ladder of a league, with the entries that the reader may challenge. */
export default function LadderPage() {
  const { id: league_id = '' } = useParams()
  const read = useRead(readLadder, { params: { league_id } })
  return (
    <Screen title="Ladder" kicker={<TextLink to={paths.myLeague}>My league</TextLink>} lead={read.data?.league}>
      <Loaded
        of={read}
        loading="Loading the ladder"
        skeleton={{ count: 8 }}
        missing="We could not find this ladder among your leagues."
      >
        {(ladder) => (
          <div className="flex max-w-2xl flex-col gap-6">
            <p className="text-ink-soft">{ladder.rules.join(' ')}</p>
            {ladder.open && <OpenChallenge open={ladder.open} />}
            <ol className="border-t border-line">
              {ladder.rungs.map((rung) => (
                <Rung key={rung.entry_id} rung={rung} league_id={league_id} />
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function OpenChallenge({ open }: { open: NonNullable<Ladder['open']> }) {
  return (
    <Notice
      title={open.is_mine ? `You have challenged ${open.opponent}` : `${open.opponent} has challenged you`}
      actions={<ButtonLink to={paths.match(open.match_id)}>See the match</ButtonLink>}
    >
      Please play it by {formatDay(open.play_by)}.
    </Notice>
  )
}

function Rung({
  rung: { entry_id, name, place, is_me, frozen, problem },
  league_id,
}: {
  rung: LadderRung
  league_id: string
}) {
  const navigate = useNavigate()
  const send = useAction(challenge, {
    stale: [readLadder, listMyMatches],
    onDone: ({ id }) => void navigate(paths.match(id)),
  })
  const isOffered = problem !== 'below' && problem !== 'too_far_below' && problem !== 'not_drawn'
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2.5 ${is_me ? 'bg-live/25 [box-shadow:inset_4px_0_0_var(--color-ink)]' : ''}`}
    >
      <span className="figures w-9 text-2xl">{place ?? '–'}</span>
      <span className="min-w-0 flex-1 font-[650] wrap-anywhere">
        <EntryNames entry_id={entry_id} names={name} />
        {frozen && <span className="ml-2 text-sm font-normal text-ink-soft">Frozen</span>}
        {is_me && <span className="ml-2 text-sm font-normal text-ink-soft">You</span>}
      </span>
      {!is_me && isOffered && (
        <Button
          size="sm"
          variant="secondary"
          busy={send.busy}
          reason={problem ? challengeProblems[problem] : undefined}
          onClick={() => send.run({ params: { league_id }, body: { entry_id } })}
        >
          Challenge<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}
