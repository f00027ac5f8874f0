import type { RefusalBody } from './refusals.ts'

/**
 * A form posted without JavaScript, as the response page shows it: what was typed (never a password), and the outcome.
 */
export type PostedForm = { values: Record<string, string> } & (
  | { reply: { message?: string } }
  | { status: number; refusal: RefusalBody }
)
