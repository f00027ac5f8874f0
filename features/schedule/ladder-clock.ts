import { sql } from 'kysely'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { listUnplayed } from '#/features/unplayed/queries.ts'
import { settleMatch } from '#/features/unplayed/settle-actions.ts'
import { addDays } from '#/rules/day.ts'
import { idleMoves, ladderTerms, type IdleRung, type LadderTerms } from '#/rules/formats/ladder.ts'
import { kindsThat, type LeagueFormat } from '#/rules/formats/formats.ts'
import type { Db, Tx } from '#/server/db.ts'
import { insertLadderMoves } from './queries.ts'

/** The drawn ladders of seasons in progress on that day. */
export async function listLadders(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l join seasons se on se.id = l.season_id
    where l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[]) and l.rounds_drawn > 0
      and ${today} between se.starting_date and se.ending_date
    order by l.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Awards challenges that nobody answered in time, and moves entries past those that have not played for too long. */
export async function runLadder(tx: Tx, league_id: number, today: string, now: Date): Promise<void> {
  if (await lockSealed(tx, league_id, now)) return
  const { format } = await tx
    .selectFrom('leagues')
    .select('format')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const terms = ladderTerms(format ?? ({} as LeagueFormat))
  const forfeits = await awardUnanswered(tx, league_id, terms, today, now)
  if (forfeits > 0) await rebuildLockedLeague(tx, league_id)
  const moves = idleMoves(await listIdleRungs(tx, league_id), terms, today)
  // The results of a day come before its moves, and those of today are still to come.
  await insertLadderMoves(tx, league_id, moves, { kind: 'idle', day: addDays(today, -1) })
  if (moves.length > 0) await rebuildLockedLeague(tx, league_id)
}

/** Awards the challenger a walkover if the other side has done nothing for `answer_days`. Returns how many. */
async function awardUnanswered(
  tx: Tx,
  league_id: number,
  { answer_days }: LadderTerms,
  today: string,
  now: Date,
): Promise<number> {
  if (answer_days === 0) return 0
  const isUnanswered = sql<boolean>`(m.round is not null and m.playoff_stage is null and m.score_id is null
    and m.canceled_at is null and m.match_date is null and m.created_at + ${answer_days} * interval '1 day' <= ${now}
    and one.frozen_at is null and two.frozen_at is null
    and not exists (select from match_events e where e.match_id = m.id and e.side = 2))`
  const reasons = [`The challenge was not answered within ${answer_days} ${answer_days === 1 ? 'day' : 'days'}.`]
  const unanswered = await listUnplayed(tx, { league_id }, now, null, isUnanswered)
  for (const match of unanswered) {
    const proposal = { outcome: 'walkover_one' as const, extends_to: null, reasons }
    await settleMatch(tx, { ...match, last_day: today, proposal }, null, now)
  }
  return unanswered.length
}

/** The entries on a ladder, top first, and when each was last active. */
async function listIdleRungs(tx: Tx, league_id: number): Promise<IdleRung[]> {
  const { rows } = await sql<IdleRung>`
    select e.id as entry_id, e.frozen_at is not null as frozen, greatest(se.starting_date,
      (e.drawn_at at time zone a.time_zone)::date, (e.thawed_at at time zone a.time_zone)::date,
      (select max(m.match_date) from matches m where m.league_id = e.league_id and m.score_id is not null
        and e.id in (m.entry_one_id, m.entry_two_id)),
      (select max(v.day) + 1 from ladder_moves v where v.above_id = e.id and v.kind = 'idle')) as active_on
    from standings s
    join entries e on e.id = s.entry_id and e.rung is not null
    join leagues l on l.id = e.league_id
    join areas a on a.slug = l.area
    join seasons se on se.id = l.season_id
    where s.league_id = ${league_id}
    order by s.rank`.execute(tx)
  return rows
}
