import { readAnswers, type GivenAnswer } from '#/rules/questions.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { listAnswers, listQuestions, upsertAnswers } from './queries.ts'

/**
 * Stores a player's answers to a season's questions, in the transaction of the order that includes them. Refuses 422 on
 * `answers.{question_id}` for a required answer that was never given, and for an invalid one.
 */
export async function answerQuestions(
  tx: Tx,
  { player_id, season_id }: { player_id: number; season_id: number },
  given: readonly GivenAnswer[] | undefined,
  now: Date,
): Promise<void> {
  const questions = await listQuestions(tx, season_id)
  if (questions.length === 0) return
  const before = await listAnswers(tx, { player_id, season_id })
  const { answers, problems } = readAnswers(
    questions,
    given ?? [],
    new Set(before.map(({ question_id }) => question_id)),
  )
  if (problems.length > 0)
    refuse('invalid', {
      fields: Object.fromEntries(problems.map(({ question_id, problem }) => [`answers.${question_id}`, problem])),
    })
  await upsertAnswers(tx, player_id, answers, now)
}
