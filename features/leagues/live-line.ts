import { sql, type RawBuilder } from 'kysely'
import { LIVE_HOURS } from '#/rules/live-scoring.ts'
import type { ShownLive } from './live-contract.ts'

/** Whether the live score `ls` is still followed: a phone that nobody has tapped for hours shows no live score. */
export function isLive(now: Date): RawBuilder<boolean> {
  return sql<boolean>`ls.changed_at > ${now}::timestamptz - make_interval(hours => ${LIVE_HOURS}::int)`
}

/** The live score of the match `m`; null when it has none. */
export function liveOf(now: Date): RawBuilder<ShownLive> {
  return sql<ShownLive>`(select json_build_object('line', ls.line, 'is_over', ls.is_over) from live_scores ls
    where ls.match_id = m.id and ${isLive(now)})`
}
