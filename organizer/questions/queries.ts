import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { listOrganizerQuestions, OrganizerQuestion } from './contract.ts'

/** The title of a season, optionally locked to change its questions. Undefined if there is none. */
export async function findSeasonTitle(db: Db | Tx, id: number, { lock = false } = {}): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select name || ' ' || year as title from seasons where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]?.title
}

/** A season's questions, with the number of answers. */
export async function findQuestions(db: Db | Tx, season_id: number): Promise<Reply<typeof listOrganizerQuestions>> {
  const { rows } = await sql<OrganizerQuestion>`
    select q.id, q.kind, q.label, q.choices, q.required,
      (select count(*) from answers a where a.question_id = q.id)::int as answers
    from questions q where q.season_id = ${season_id} and q.removed_at is null
    order by q.position, q.id`.execute(db)
  return { questions: rows, version: versionOf(rows) }
}

/** Changes with each change of the questions, and not with an answer. */
function versionOf(questions: readonly OrganizerQuestion[]): string {
  const asked = questions.map(({ id, kind, label, choices, required }) => [id, kind, label, choices, required])
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16)
}

/**
 * The answers of an entry's players to the questions of its season, including removed ones; of two with one label, the
 * newer. `position` is the player's in the entry.
 */
export function answersOfEntry(
  entry_id: RawBuilder<unknown>,
): RawBuilder<{ label: string; position: number; answer: string }[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('label', label, 'position', position, 'answer', answer) order by position, id), '[]')
    from (
      select distinct on (ep.position, q.label) ep.position, q.label, q.id,
        case when q.kind = 'yes_no' then initcap(a.answer) else a.answer end as answer
      from entry_players ep
      join leagues its on its.id = ep.league_id
      join questions q on q.season_id = its.season_id
      join answers a on a.question_id = q.id and a.player_id = ep.player_id
      where ep.entry_id = ${entry_id}
      order by ep.position, q.label, q.id desc) given)`
}

export type StoredQuestion = Omit<OrganizerQuestion, 'id' | 'answers'> & { position: number }

export async function insertQuestion(tx: Tx, season_id: number, question: StoredQuestion): Promise<void> {
  await tx
    .insertInto('questions')
    .values({ ...question, season_id })
    .execute()
}

export async function updateQuestion(tx: Tx, id: number, question: StoredQuestion): Promise<void> {
  await tx.updateTable('questions').set(question).where('id', '=', id).execute()
}

/** Removes a question from the form. It is kept for those who have answered it, or are about to. */
export async function removeQuestion(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('questions').set({ removed_at: now }).where('id', '=', id).execute()
}
