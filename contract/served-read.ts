import type { RefusalBody } from './refusals.ts'

/** What the server has read for a page, as the page carries it: an answer, or a refusal that lasts. `key`: method, path, input. */
export type ServedRead = { key: readonly unknown[] } & (
  | { reply: unknown }
  | { status: number; refusal: Partial<RefusalBody> }
)
