import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { listedLevels } from '#/contract/levels.ts'
import { deviationOn, SETTLED_MATCHES } from '#/features/ratings/queries.ts'
import { daysBetween } from '#/rules/day.ts'
import { reviewLevels } from '#/rules/rating/level-fit.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db } from '#/server/db.ts'
import { isInScope } from '#/server/scope.ts'
import type { SignedIn } from '#/server/session.ts'
import type { LevelProposal } from './contract.ts'

/** The most rated players in a review. */
const MOST_REVIEWED = 20_000

type RatedPlayer = {
  id: number
  name: string
  area: AreaSlug
  sport: Sport
  singles_level: string
  value: number
  deviation: number
  day: string
}

/**
 * The organizer's players whose singles rating says another level, the farthest first. They are compared with those of
 * their level in their area, in the sport that they have played most.
 */
export async function listLevelProposals(
  db: Db,
  caller: SignedIn,
  area: AreaSlug | undefined,
  today: string,
): Promise<LevelProposal[]> {
  const { rows } = await sql<RatedPlayer>`
    select distinct on (p.id) p.id, p.name, p.area, r.sport, p.singles_level, r.value, r.deviation, r.day
    from players p join ratings r on r.player_id = p.id and r.kind = 'singles' and r.matches >= ${SETTLED_MATCHES}
    where p.deleted_at is null and p.area is not null and (${area ?? null}::text is null or p.area = ${area ?? null})
      and ${isInScope(caller)}
    order by p.id, r.matches desc, r.sport
    limit ${MOST_REVIEWED}`.execute(db)
  const levels = listedLevels()
  const rated = rows.map((row) => ({
    ...row,
    level: levels.findIndex(({ key }) => key === row.singles_level),
    group: `${row.area} ${row.sport}`,
    deviation: deviationOn(row.deviation, daysBetween(row.day, today)),
  }))
  const known = rated.filter(({ level }) => level !== -1)
  return reviewLevels(known, levels.length).map(({ player, to_level, range: { from, to } }) => ({
    id: player.id,
    name: player.name,
    area: player.area,
    sport: player.sport,
    level: player.singles_level,
    to_level: levels[to_level]!.key,
    rating: { value: player.value, deviation: player.deviation },
    from,
    to,
  }))
}
