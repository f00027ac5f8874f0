import * as z from 'zod/mini'
import { MOST_ANSWER_CHARACTERS, questionKinds } from '#/rules/questions.ts'
import { id } from './fields.ts'

/** A question of a season, for everybody who joins it. */
export const question = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  label: z.string(),
  /** The choices. Empty for other kinds. */
  choices: z.array(z.string()),
  required: z.boolean(),
})

/** Answers to a season's questions. Answers to other questions are ignored. */
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

/** The answers sent with an order, to spread into its body. Questions answered before can be left out. */
export const answering = { answers: z.optional(answersGiven) }
