import type * as z from 'zod/mini'
import { readAnswers, type GivenAnswer, type Question } from '#/rules/questions.ts'

/** The input so far, by question id. */
export type AnswersDraft = Record<string, string>

export const noAnswers: AnswersDraft = {}

/** The input in the calls' format. */
export function answersOf(questions: readonly Question[], typed: AnswersDraft): GivenAnswer[] {
  return questions.flatMap(({ id }) => {
    const answer = typed[id]?.trim() ?? ''
    return answer === '' ? [] : [{ question_id: id, answer }]
  })
}

/** Earlier answers as field values. */
export function draftOf(given: readonly GivenAnswer[] = []): AnswersDraft {
  return Object.fromEntries(given.map(({ question_id, answer }) => [question_id, String(answer ?? '')]))
}

/** Form validation: reports what the server would refuse. */
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
