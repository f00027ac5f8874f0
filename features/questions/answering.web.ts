import type * as z from 'zod/mini'
import { readAnswers, type GivenAnswer, type Question } from '#/rules/questions.ts'

/** What was typed, by the question's id. */
export type AnswersDraft = Record<string, string>

export const noAnswers: AnswersDraft = {}

/** What was typed, as the calls take it. */
export function answersOf(questions: readonly Question[], typed: AnswersDraft): GivenAnswer[] {
  return questions.flatMap(({ id }) => {
    const answer = typed[id]?.trim() ?? ''
    return answer === '' ? [] : [{ question_id: id, answer }]
  })
}

/** What was given before, as the fields have it. */
export function draftOf(given: readonly GivenAnswer[] = []): AnswersDraft {
  return Object.fromEntries(given.map(({ question_id, answer }) => [question_id, String(answer ?? '')]))
}

/** For forms: says at once what the server would refuse. */
export function answersAll(
  ctx: z.core.ParsePayload<{ answers?: GivenAnswer[] | undefined }>,
  questions: readonly Question[],
): void {
  const { problems } = readAnswers(questions, ctx.value.answers ?? [], new Set())
  for (const { question_id, problem } of problems)
    ctx.issues.push({
      code: 'custom',
      path: ['answers', String(question_id)],
      message: problem,
      input: ctx.value.answers,
      continue: true,
    })
}
