import { getAnswers, getAcceptances, listSeasons } from '#/features/calls.gen.ts'
import { noteAsked } from '#/features/texts/asked.web.ts'
import { queries } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'

/** Reloads the terms and questions in force after the order was refused for outdated ones. */
export async function askAgain(refusal: ApiError): Promise<void> {
  noteAsked(refusal)
  await Promise.all(
    [getAcceptances, getAnswers, listSeasons].map(({ method, path }) =>
      queries.invalidateQueries({ queryKey: [method, path] }),
    ),
  )
}
