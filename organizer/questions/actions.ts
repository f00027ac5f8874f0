import type { Received, Reply } from '#/contract/endpoint.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrganizerQuestion, saveQuestions as call } from './contract.ts'
import { findQuestions, findSeasonTitle, insertQuestion, removeQuestion, updateQuestion } from './queries.ts'

/**
 * Changes a season's questions. Refuses not_found, conflict if somebody else has changed them in the meantime, and 422
 * on the kind of a question that has answers, because they would mean something else.
 */
export function saveQuestions(
  actor: Actor,
  { id: season_id, questions, version }: { id: number } & Received<typeof call>['body'],
): Promise<Reply<typeof call>> {
  return runAction(actor, async ({ tx, now, audit }) => {
    const title = (await findSeasonTitle(tx, season_id, { lock: true })) ?? refuse('not_found')
    const before = await findQuestions(tx, season_id)
    if (version !== undefined && version !== before.version) refuse('conflict')
    const known = new Map(before.questions.map((question) => [question.id, question]))
    const kept = new Set<number>()
    for (const [index, { id, kind, label, choices, required }] of questions.entries()) {
      const stored = { position: index, kind, label, choices: kind === 'choice' ? choices : [], required }
      if (id === undefined) {
        await insertQuestion(tx, season_id, stored)
        continue
      }
      const present = known.get(id)
      // Somebody has removed it in the meantime, or it is listed twice.
      if (!present || kept.has(id)) refuse('conflict')
      if (present.kind !== kind && present.answers > 0)
        refuse('invalid', {
          fields: {
            [`questions.${index}.kind`]: 'Players have answered this question. Remove it and add a new one.',
          },
        })
      kept.add(id)
      await updateQuestion(tx, id, stored)
    }
    for (const id of known.keys()) if (!kept.has(id)) await removeQuestion(tx, id, now)
    const after = await findQuestions(tx, season_id)
    if (after.version !== before.version)
      await audit<{ questions: string[] }>({
        area: null,
        kind: 'change_questions',
        subject: `season ${season_id}`,
        summary: `Changed the questions of ${title}`,
        before: { questions: before.questions.map(toAudited) },
        after: { questions: after.questions.map(toAudited) },
      })
    return after
  })
}

/** "Size of your T-shirt (S, M, L), required". */
function toAudited({ label, choices, required }: OrganizerQuestion): string {
  return `${label}${choices.length > 0 ? ` (${choices.join(', ')})` : ''}${required ? ', required' : ''}`
}
