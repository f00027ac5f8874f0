import * as z from 'zod/mini'

/** A match that is scored while it is played, as other pages show it; null: it is not. */
export const shownLive = z.nullable(
  z.object({
    /** The sets, player one's games first: '6-4 3-2'. */
    line: z.string(),
    /** It has been played, and its score is not reported yet. */
    is_over: z.boolean(),
  }),
)
export type ShownLive = z.output<typeof shownLive>
