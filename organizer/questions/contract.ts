import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, line } from '#/contract/fields.ts'
import { question } from '#/contract/questions.ts'
import { questionKinds } from '#/rules/questions.ts'

/** The most questions of a season: each stands between a player and joining. */
const MOST_QUESTIONS = 12

const params = z.object({ id })

const organizerQuestions = z.object({
  questions: z.array(
    z.extend(question, {
      /** The number of players who have answered it. */
      answers: z.int(),
    }),
  ),
  /** Identifies the current questions, for changing them. */
  version: z.string(),
})
export type OrganizerQuestion = z.output<typeof organizerQuestions>['questions'][number]

export const listOrganizerQuestions = endpoint({
  method: 'GET',
  path: '/organizer/seasons/{id}/questions',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'What a season asks everybody who joins it.',
  params,
  reply: organizerQuestions,
})

const editedQuestion = z
  .object({
    /** Left out for a new question. */
    id: z.optional(id),
    kind: z.enum(questionKinds, 'Please choose a kind.'),
    label: line(200, 'Please enter a question.'),
    choices: z._default(z.array(line(80, 'Please enter a choice.')).check(z.maxLength(30, 'At most 30 choices.')), []),
    required: z._default(z.boolean(), false),
  })
  .check((ctx) => {
    const { kind, choices } = ctx.value
    const problem =
      kind !== 'choice'
        ? null
        : choices.length < 2
          ? 'Please enter two choices or more.'
          : new Set(choices).size < choices.length
            ? 'Each choice can be there once.'
            : null
    if (problem !== null) ctx.issues.push({ code: 'custom', path: ['choices'], message: problem, input: choices })
  })

/** Refuses duplicate labels: two would share one column of an export and one line of an entry. */
function hasNoTwins(ctx: z.core.ParsePayload<{ label: string }[]>): void {
  const labels = ctx.value.map(({ label }) => label)
  const twin = labels.findIndex((label, index) => labels.indexOf(label) < index)
  if (twin >= 0)
    ctx.issues.push({
      code: 'custom',
      path: [twin, 'label'],
      message: 'Another question has these words.',
      input: ctx.value,
    })
}

export const saveQuestions = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/{id}/questions',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change the questions of a season: all of them, in their order. One that is left out is not asked any more; its answers stay. The kind of a question that has answers stays too.',
  params,
  body: z.object({
    questions: z
      .array(editedQuestion)
      .check(z.maxLength(MOST_QUESTIONS, `At most ${MOST_QUESTIONS} questions.`), hasNoTwins),
    /** The version that was read. 409 if somebody has changed the questions since. */
    version: z.optional(z.string()),
  }),
  reply: organizerQuestions,
  example: {
    body: {
      questions: [
        { kind: 'choice', label: 'Size of your T-shirt', choices: ['S', 'M', 'L'], required: true },
        { kind: 'yes_no', label: 'Can you bring balls?' },
      ],
    },
  },
})
