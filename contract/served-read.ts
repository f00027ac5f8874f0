import type { RefusalBody } from './refusals.ts'

/**
 * What the server has read for a page, as the page carries it: an answer, or a refusal that lasts. `key`: method, path, input.
 * `is_kept`: the device keeps it for when there is no network.
 */
export type ServedRead = { key: readonly unknown[] } & (
  | { reply: unknown; is_kept?: true }
  | { status: number; refusal: Partial<RefusalBody> }
)
