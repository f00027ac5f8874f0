import type { RefusalBody } from './refusals.ts'

/** A form that was sent without JavaScript, as the page that answers it shows it: what was typed (never a password), and what came of it. */
export type PostedForm = { values: Record<string, string> } & (
  | { reply: { message?: string } }
  | { status: number; refusal: RefusalBody }
)
