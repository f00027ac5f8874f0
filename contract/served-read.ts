import type { RefusalBody } from './refusals.ts'

/**
 * Data that the server read for a page, embedded in the page: a reply, or a refusal that will not change. `key`:
 * method, path, input.
 */
export type ServedRead = { key: readonly unknown[] } & (
  | { reply: unknown }
  | { status: number; refusal: Partial<RefusalBody> }
)
