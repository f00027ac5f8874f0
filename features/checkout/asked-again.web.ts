import { getAnswers, getAcceptances, listSeasons } from '#/features/calls.gen.ts'
import { noteAsked } from '#/features/texts/asked.web.ts'
import { queries } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'

/** After a refusal of what was accepted or answered: the steps before ask with what is in force now. */
export async function askAgain(refusal: ApiError): Promise<void> {
  noteAsked(refusal)
  await Promise.all(
    [getAcceptances, getAnswers, listSeasons].map(({ method, path }) =>
      queries.invalidateQueries({ queryKey: [method, path] }),
    ),
  )
}
