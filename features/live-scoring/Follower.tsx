import { useEffect, useRef } from 'react'
import { callOf } from '#/rules/live-call.ts'
import type { LiveState } from '#/rules/live-scoring.ts'
import { announce } from '#/web/ui/announce.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import type { Followed } from './contract.ts'
import { LiveBoard } from './LiveBoard.tsx'

/** A match scored by somebody else, updated live. */
export function Follower({ match }: { match: Followed }) {
  const { live, player_one, player_two } = match
  const before = useRef<LiveState | null>(null)
  useEffect(() => {
    if (!live) return
    // Announces changes in the words of an umpire.
    if (before.current && JSON.stringify(before.current) !== JSON.stringify(live.state))
      announce(callOf(live.setup, before.current, live.state, [player_one, player_two]))
    before.current = live.state
  }, [live, player_one, player_two])
  if (!live) return null
  return (
    <div className="flex flex-col gap-3">
      <p>
        {live.state.over ? (
          <Badge>Played, not reported yet</Badge>
        ) : live.is_live ? (
          <Badge tone="live">Live</Badge>
        ) : (
          <Badge>Not live: nothing was scored for a while</Badge>
        )}
      </p>
      <LiveBoard match={match} state={live.state} />
    </div>
  )
}
