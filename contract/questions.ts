import * as z from 'zod/mini'
import { MOST_ANSWER_CHARACTERS, questionKinds } from '#/rules/questions.ts'
import { id } from './fields.ts'

/** A question of a season, for everybody who joins it. */
export const question = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  label: z.string(),
  /** What can be chosen; empty for the other kinds. */
  choices: z.array(z.string()),
  required: z.boolean(),
})

/** Answers to the questions of a season; whatever belongs to another one is left out. */
export const answersGiven = z
  .array(
    z.object({
      question_id: id,
      answer: z.union(
        [z.string().check(z.maxLength(MOST_ANSWER_CHARACTERS * 4)), z.number(), z.boolean(), z.null()],
        'Please check this.',
      ),
    }),
    'Please check this.',
  )
  .check(z.maxLength(100))

/** What comes with an order, to spread into its body. Left out is what was answered before. */
export const answering = { answers: z.optional(answersGiven) }
