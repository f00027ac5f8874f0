import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message } from '#/contract/fields.ts'
import { answersGiven } from '#/contract/questions.ts'
import { questionKinds } from '#/rules/questions.ts'

const params = z.object({ id })

export const getAnswers = endpoint({
  method: 'GET',
  path: '/users/seasons/{id}/answers',
  access: 'player',
  tag: 'Join',
  summary: 'My answers to the questions of a season (`GET /public/seasons` has the questions).',
  params,
  reply: z.object({ answers: z.array(z.object({ question_id: z.int(), answer: z.string() })) }),
})

export const giveAnswers = endpoint({
  method: 'PUT',
  path: '/users/seasons/{id}/answers',
  access: 'player',
  tag: 'Join',
  summary:
    'Answer the questions of a season before joining it; a new answer replaces the earlier one. A required question without an answer is 422 on `answers.{question_id}`.',
  params,
  body: z.object({ answers: answersGiven }),
  reply: message,
  example: {
    body: {
      answers: [
        { question_id: 3, answer: 'M' },
        { question_id: 4, answer: true },
      ],
    },
  },
})

/** An answer with its question. */
export const answeredQuestion = z.object({ label: z.string(), kind: z.enum(questionKinds), answer: z.string() })

/** All answers of a player, for the data export. */
export const exportedAnswers = z.array(
  z.extend(answeredQuestion, { season: z.string(), year: z.int(), answered_at: instant }),
)
