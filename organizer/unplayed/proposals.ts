import { createHash } from 'node:crypto'
import type { LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import { listUnplayed, type UnplayedMatch } from '#/features/unplayed/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { listOwnMatches } from './queries.ts'

/** The unplayed matches of some leagues, as an organizer can settle them. */
type Proposals = {
  all: (UnplayedMatch & { own: boolean })[]
  /** Without those in which the organizer plays. */
  mine: UnplayedMatch[]
  /** Identifies the matches of `mine` and their suggested outcomes. */
  digest: string
}

/** Lists the matches of some leagues, or only those in `ids`. */
export async function listProposals(
  db: Db | Tx,
  player_id: number,
  league: LeaguesInAreas,
  now: Date,
  ids: readonly number[] | null = null,
): Promise<Proposals> {
  const owned = await listOwnMatches(db, player_id)
  const found = await listUnplayed(db, league, now, ids)
  const all = found.map((match) => ({ ...match, own: owned.has(match.id) }))
  const mine = all.filter(({ own }) => !own)
  const digest = createHash('sha256')
    .update(mine.map(({ id, proposal }) => `${id} ${proposal.outcome}`).join())
    .digest('base64url')
  return { all, mine, digest }
}
