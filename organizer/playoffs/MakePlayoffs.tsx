import { formatDay, formatMoment } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { useChange } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { listOrganizerPlayoffs, makeOrganizerPlayoffs, previewPlayoffs } from '#/organizer/calls.gen.ts'
import type { PlayoffPreview } from './contract.ts'

/** Everything still open before the play-offs can be created. */
export function Obstacles({ league }: { league: PlayoffPreview }) {
  const { state, open_results, unplayed, closing_date } = league
  if (open_results.length > 0)
    return (
      <Notice tone="warn" title="Play-offs need final results. These are not final yet">
        <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
          {open_results.map(({ match_id, player_one, player_two, disputed, answer_until }) => (
            <li key={match_id}>
              <TextLink to={paths.result(match_id)}>
                {player_one} against {player_two}
              </TextLink>
              {disputed ? ', disputed: please settle it' : `, can be answered until ${formatMoment(answer_until)}`}
            </li>
          ))}
        </ul>
      </Notice>
    )
  if (state === 'running')
    return (
      <Notice title="The season is still being played">
        Based on the current standings, these players would qualify.
      </Notice>
    )
  if (state === 'too_few')
    return <Notice title="Too few qualified">Play-offs need at least two players, so this league has none.</Notice>
  if (unplayed > 0)
    return (
      <Notice tone="warn" title={`${unplayed} ${unplayed === 1 ? 'match has' : 'matches have'} no result yet`}>
        Later results change the table, but not the bracket. Play-offs are created automatically on{' '}
        {formatDay(closing_date)}.
      </Notice>
    )
  return <Notice tone="success" title="Every result is final. You can create the play-offs" />
}

/** The button that creates the play-offs. Disabled, it says why. */
export function MakePlayoffs({ league }: { league: PlayoffPreview }) {
  const make = useChange(makeOrganizerPlayoffs, [previewPlayoffs, listOrganizerPlayoffs])
  const reason = {
    running: `The season is played until ${formatDay(league.ending_date)}.`,
    waiting: 'Some results are not final yet.',
    too_few: 'Fewer than two qualified.',
    ready: undefined,
    made: undefined,
    over: undefined,
    canceled: 'The play-offs of this league are canceled.',
  }[league.state]
  return (
    <div className="flex flex-col gap-3">
      <Button
        wide
        busy={make.isPending}
        reason={reason}
        onClick={() =>
          make.mutate(
            {
              params: { league_id: league.league_id },
              body: { entries: league.field.map(({ entry_id }) => entry_id) },
            },
            { onSuccess: ({ message }) => showToast({ tone: 'good', text: message }) },
          )
        }
      >
        Create the play-offs
      </Button>
      {make.error && (
        <Notice tone="error" announce={false} title="The play-offs were not created">
          {make.error.message}
        </Notice>
      )}
      <p className="text-sm text-ink-soft">
        We email everyone who has qualified: their seed, first opponent and deadline. This cannot be undone.
      </p>
    </div>
  )
}
