import { sql } from 'kysely'
import type { Topic } from '#/contract/topics.ts'
import type { Config } from '#/server/config.ts'
import type { App } from '#/server/context.ts'
import type { Db } from '#/server/db.ts'
import { LiveStreams } from '#/server/live.ts'
import type { SignedIn } from '#/server/session.ts'

type Caller = Pick<SignedIn, 'id' | 'organizer_areas'>

/** This process's open live streams. */
export function openLive(
  { db, sessions, clock }: Pick<App, 'db' | 'sessions' | 'clock'>,
  { RATE_LIMITS }: Pick<Config, 'RATE_LIMITS'>,
): LiveStreams {
  return new LiveStreams(
    async (subscribers) => {
      const hashes = [...new Set(subscribers.map(({ session }) => session))].map((hash) => Buffer.from(hash, 'hex'))
      const [live, owners] = await Promise.all([
        sessions.listLive(hashes, clock.now()),
        readOwners(
          db,
          subscribers.flatMap(({ topics }) => topics),
        ),
      ])
      return subscribers.map(({ session, topics }) => {
        const caller = live.get(session)
        return caller ? topics.filter((topic) => mayFollow(caller, topic, owners)) : null
      })
    },
    { limitsNetworks: RATE_LIMITS !== 'off' },
  )
}

/** Lists which of the topics the caller may watch. */
export async function listAllowed(db: Db, caller: Caller, topics: readonly Topic[]): Promise<readonly Topic[]> {
  const owners = await readOwners(db, topics)
  return topics.filter((topic) => mayFollow(caller, topic, owners))
}

/**
 * Who may see a match, an order or a task, by topic. `area` is null if only its players may, `is_open` is true if
 * everyone may.
 */
type Owners = Map<string, { area: string | null; player_ids: number[]; is_open: boolean }>

/**
 * All signed-in users may see leagues. A match is visible to its players and its area's organizers; while live, to all
 * players of its league; in the play-offs, to everyone. An order is visible to its buyer and the organizers, a task to
 * the person who started it. Unknown ids are visible to nobody.
 */
function mayFollow({ id, organizer_areas }: Caller, topic: Topic, owners: Owners): boolean {
  const [kind, of = ''] = topic.split(':')
  if (kind === 'desk') return organizer_areas.includes(of)
  if (kind !== 'match' && kind !== 'order' && kind !== 'live' && kind !== 'task') return true
  const owner = owners.get(topic)
  return (
    owner !== undefined &&
    (owner.is_open || owner.player_ids.includes(id) || (owner.area !== null && organizer_areas.includes(owner.area)))
  )
}

async function readOwners(db: Db, topics: readonly Topic[]): Promise<Owners> {
  const matches = idsOf(topics, 'match').map(Number)
  const lives = idsOf(topics, 'live').map(Number)
  const orders = idsOf(topics, 'order')
  const tasks = idsOf(topics, 'task').map(Number)
  if (matches.length + lives.length + orders.length + tasks.length === 0) return new Map()
  const { rows } = await sql<{ topic: string; area: string | null; player_ids: number[]; is_open: boolean }>`
    select 'match:' || m.id as topic, m.area, false as is_open,
      array(select mp.player_id from match_players mp where mp.match_id = m.id) as player_ids
    from matches m where m.id = any(${matches}::int[])
    union all
    select 'live:' || m.id, m.area, m.playoff_stage is not null,
      array(select ep.player_id from entry_players ep where ep.league_id = m.league_id)
    from matches m where m.id = any(${lives}::int[])
    union all
    select 'order:' || o.id, o.area, false, array[o.player_id] from orders o where o.id = any(${orders}::uuid[])
    union all
    select 'task:' || t.id, null, false, array[t.organizer_id] from tasks t where t.id = any(${tasks}::int[])`.execute(
    db,
  )
  return new Map(rows.map(({ topic, ...owner }) => [topic, owner]))
}

/** All topics of a player: inbox, leagues, upcoming and recent matches, open orders, and desks. */
export async function listOwnTopics(db: Db, caller: Caller, most: number): Promise<readonly Topic[]> {
  const { rows } = await sql<{ topic: Topic }>`
    with mine as (
      select e.league_id from entry_players ep
      join entries e on e.id = ep.entry_id join purchases p on p.id = e.purchase_id
      where ep.player_id = ${caller.id} and p.counts
      order by e.id desc limit 10)
    (select 'league:' || league_id as topic, 1 as rank from mine)
    union all
    (select 'order:' || order_id, 2 from purchases where player_id = ${caller.id} and status = 'Pending' limit 5)
    union all
    (select 'match:' || m.id, 3 from match_players mp join matches m on m.id = mp.match_id
      where mp.player_id = ${caller.id} and m.canceled_at is null
      order by m.score_id is null desc, m.match_date desc nulls first, m.id desc limit 30)
    order by rank`.execute(db)
  const desks = caller.organizer_areas.map((area): Topic => `desk:${area}`)
  return [...new Set<Topic>(['notifications', ...desks, ...rows.map(({ topic }) => topic)])].slice(0, most)
}

function idsOf(topics: readonly Topic[], kind: 'match' | 'live' | 'order' | 'task'): string[] {
  const ids = topics.flatMap((topic) => (topic.startsWith(`${kind}:`) ? [topic.slice(kind.length + 1)] : []))
  return [...new Set(ids)]
}
