import { sql, type RawBuilder } from 'kysely'
import type { Question, QuestionKind } from '#/rules/questions.ts'
import type { Db, Tx } from '#/server/db.ts'

/** The questions of season `se` as JSON. */
export const questionsSql: RawBuilder<Question[]> = sql<Question[]>`(
  select coalesce(json_agg(json_build_object('id', q.id, 'kind', q.kind, 'label', q.label, 'choices', to_json(q.choices),
    'required', q.required) order by q.position, q.id), '[]')
  from questions q where q.season_id = se.id and q.removed_at is null)`

/** A season's questions, in their order. */
export async function listQuestions(db: Db | Tx, season_id: number): Promise<Question[]> {
  return db
    .selectFrom('questions')
    .select(['id', 'kind', 'label', 'choices', 'required'])
    .where('season_id', '=', season_id)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** A player's answers to the season's current questions. */
export async function listAnswers(
  db: Db | Tx,
  { player_id, season_id }: { player_id: number; season_id: number },
): Promise<{ question_id: number; answer: string }[]> {
  return db
    .selectFrom('answers')
    .innerJoin('questions', 'questions.id', 'answers.question_id')
    .select(['answers.question_id', 'answers.answer'])
    .where('answers.player_id', '=', player_id)
    .where('questions.season_id', '=', season_id)
    .where('questions.removed_at', 'is', null)
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute()
}

/** A season's questions that a player has not answered; all of them without an account. */
export async function listOpenQuestions(
  db: Db | Tx,
  { player_id, season_id }: { player_id: number | null; season_id: number },
): Promise<Question[]> {
  const questions = await listQuestions(db, season_id)
  if (player_id === null || questions.length === 0) return questions
  const answered = new Set((await listAnswers(db, { player_id, season_id })).map(({ question_id }) => question_id))
  return questions.filter(({ id }) => !answered.has(id))
}

/** Stores a player's answers; a new answer replaces the earlier one. */
export async function upsertAnswers(
  tx: Tx,
  player_id: number,
  answers: readonly { question_id: number; answer: string }[],
  now: Date,
): Promise<void> {
  if (answers.length === 0) return
  await tx
    .insertInto('answers')
    .values(
      // Inserts the answers always in the same order, to avoid deadlocks.
      answers
        .toSorted((a, b) => a.question_id - b.question_id)
        .map((each) => ({ ...each, player_id, answered_at: now })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('answers_pkey')
        .doUpdateSet({ answer: sql`excluded.answer`, answered_at: sql`excluded.answered_at` }),
    )
    .execute()
}

/** All of a player's answers, newest season first. */
export async function listAllAnswers(
  db: Db,
  player_id: number,
): Promise<{ season: string; year: number; label: string; kind: QuestionKind; answer: string; answered_at: Date }[]> {
  return db
    .selectFrom('answers')
    .innerJoin('questions', 'questions.id', 'answers.question_id')
    .innerJoin('seasons', 'seasons.id', 'questions.season_id')
    .select([
      'seasons.name as season',
      'seasons.year',
      'questions.label',
      'questions.kind',
      'answers.answer',
      'answers.answered_at',
    ])
    .where('answers.player_id', '=', player_id)
    .orderBy('seasons.starting_date', 'desc')
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute()
}
