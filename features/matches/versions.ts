import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { confirmationState, type Answer } from '#/rules/confirmation.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Caller } from '#/server/session.ts'
import type { Confirmation, Version } from './contract.ts'
import { playersOf, winningSide } from '#/features/leagues/sides.ts'

/** The current version of a score and the caller's part in it. All null without a score. */
export type CurrentVersion = {
  area: AreaSlug
  version: number | null
  answer: Answer | null
  answer_until: Date | null
  side_entry_id: number | null
  my_entry_id: number | null
  has_corrected: boolean
}

/** Columns of the current score `s` of the match `m`. `my_entry` is the caller's entry in it, null if they do not play. */
export function currentVersionColumns(my_entry: RawBuilder<unknown>): RawBuilder<CurrentVersion> {
  return sql`m.area, s.version, s.answer, s.answer_until, s.side_entry_id, ${my_entry} as my_entry_id,
    exists (
      select from scores c
      where c.match_id = m.id and c.kind = 'correction' and c.version > coalesce(m.voided_version, 0) and c.side_entry_id = ${my_entry}) as has_corrected`
}

/** Whether a score is confirmed, and the caller's role in that. Null without a score. */
export function confirmationOf(row: CurrentVersion, caller: Caller, now: Date): Confirmation | null {
  const { version, answer, answer_until, side_entry_id, my_entry_id, has_corrected } = row
  if (version === null || answer_until === null) return null
  const state = confirmationState({ answer, answer_until }, now)
  return { state, version, answer_until: answer_until.toISOString(), role: roleOf(), has_corrected }

  function roleOf(): Confirmation['role'] {
    // An organizer who plays in the match acts as a player until the score is disputed or final, then as an organizer.
    if (caller.organizer_areas.includes(row.area) && (my_entry_id === null || state !== 'unconfirmed'))
      return 'organizer'
    if (my_entry_id === null) return null
    return my_entry_id === side_entry_id ? 'author' : 'other'
  }
}

/** The versions of a match's score since an organizer last voided it: the newest hundred, oldest first. */
export async function listVersions(db: Db | Tx, match_id: number): Promise<Version[]> {
  const { rows } = await sql<VersionRow>`
    select s.version, s.kind, s.match_date, s.match_status, s.set_games, s.created_at, s.answer, s.answered_at, s.answer_reason,
      r.name as reported_by, a.name as answered_by,
      ${playersOf(winningSide)} as winner
    from matches m
    join scores s on s.match_id = m.id
    join players r on r.id = s.reported_by_id
    left join players a on a.id = s.answered_by_id
    where m.id = ${match_id} and s.version > coalesce(m.voided_version, 0)
    order by s.version desc
    limit 100`.execute(db)
  return rows.toReversed().map(({ created_at, answered_at, match_date, set_games, ...row }) => ({
    ...row,
    score_line: scoreLine(set_games, row.match_status),
    match_date: wireDay(match_date),
    reported_at: created_at.toISOString(),
    answered_at: answered_at && answered_at.toISOString(),
  }))
}

type VersionRow = {
  version: number
  kind: Version['kind']
  match_date: string
  match_status: MatchStatus
  set_games: SetScore[]
  created_at: Date
  answer: Answer | null
  answered_at: Date | null
  answer_reason: string
  reported_by: string
  answered_by: string | null
  winner: string
}
