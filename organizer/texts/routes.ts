import { renderMarkdown } from '#/features/texts/markdown.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { saveText } from './actions.ts'
import * as calls from './contract.ts'
import { findVersion, listNewestTexts, toOrganizerText } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerTexts, async ({ app }) => ({ texts: await listNewestTexts(app.db) })),

  serve(calls.getOrganizerText, async ({ params: { key }, query: { version }, app }) => {
    const stored = await findVersion(app.db, key, { version })
    if (!stored && version !== undefined) refuse('not_found')
    return toOrganizerText(app.db, key, stored)
  }),

  serve(calls.saveText, (call) => saveText(call, { ...call.params, ...call.body })),

  serve(calls.previewText, async ({ body }) => ({ html: renderMarkdown(body.text) })),
]
