import type { RefusalBody } from './refusals.ts'

/**
 * A form posted without JavaScript, for the page in the response: the typed values without passwords, and the outcome.
 */
export type PostedForm = { values: Record<string, string> } & (
  | { reply: { message?: string } }
  | { status: number; refusal: RefusalBody }
)
