import { paths } from '#/contract/paths.ts'
import type { Topic } from '#/contract/topics.ts'
import { useRead } from '#/web/api.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listLiveScores } from '#/features/calls.gen.ts'
import type { LiveRow } from './live-contract.ts'

type LiveNowProps = {
  league_ids: readonly number[]
  /** Whether they are all leagues of the player, which need not be named in the call. */
  isMine?: boolean
}

/** Matches of these leagues that are being scored live. Renders nothing if there are none. */
export default function LiveNow({ league_ids, isMine = false }: LiveNowProps) {
  const [only] = league_ids
  const query = isMine || only === undefined ? {} : { league_id: String(only) }
  const read = useRead(listLiveScores, { query } as never, {
    live: {
      topics: () => league_ids.slice(0, 10).flatMap((id): Topic[] => [`live-league:${id}`, `league:${id}`]),
      says: 'The live scores have changed.',
    },
  })
  const rows = read.data?.live_scores ?? []
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="live-now" className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <h2 id="live-now" className="lettering text-xl">
        Being played now
      </h2>
      <ul className="flex flex-col gap-2">
        {rows.map((row) => (
          <LiveLine key={row.match_id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function LiveLine({ row: { match_id, player_one, player_two, line, is_over, level_name } }: { row: LiveRow }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="w-full sm:w-auto sm:flex-1">
        <TextLink to={paths.liveScore(match_id)}>
          {player_one} against {player_two}
        </TextLink>
        <span className="block text-sm text-ink-soft">{level_name}</span>
      </span>
      <Badge tone={is_over ? 'neutral' : 'live'}>{is_over ? 'Played' : 'Live'}</Badge>
      <span className="figures text-xl">{line}</span>
    </li>
  )
}
