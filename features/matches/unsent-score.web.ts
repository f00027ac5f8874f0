import type { CallInput } from '#/contract/endpoint.ts'
import { scoreLine } from '#/rules/outcome.ts'
import { keyOf, noteAnswer } from '#/web/action-key.ts'
import { actionOf, addressOf, ApiError } from '#/web/call.ts'
import { addWaiting, SYNC_TAG } from '#/web/outbox.ts'
import { impersonation, token } from '#/web/session.ts'
import { reportScore } from '#/features/calls.gen.ts'

export type ScoreReport = CallInput<typeof reportScore>['body']

/**
 * Stores a score that could not be sent on the device, with the key of the failed attempt, which may have arrived.
 * Throws the failure if the browser denies storage, so that the form keeps its input.
 */
export async function keepUntilOnline(
  body: ScoreReport,
  { player_id, by, match_id }: { player_id: number; by: string; match_id: number | null },
  failure: ApiError,
): Promise<void> {
  const bearer = token.get()
  if (bearer === null || impersonation.get() !== null) throw failure
  const { winner, opponent, match_status } = body
  const sets = body.set_games.map(({ score_1, score_2 }) => ({ score_1: Number(score_1), score_2: Number(score_2) }))
  const action = actionOf(reportScore, { body })
  const key = keyOf(action)
  // The list of unsent scores now owns the key.
  noteAnswer(action, 200)
  try {
    await addWaiting({
      key,
      player_id,
      token: bearer,
      method: reportScore.method,
      address: addressOf(reportScore, { body }),
      body: JSON.stringify(body),
      about: {
        match_id,
        title: `${winner.name} against ${opponent.name}`,
        line: scoreLine(sets, match_status || null),
        by,
      },
      at: Date.now(),
      refused: null,
      needs_sign_in: false,
    })
  } catch {
    throw new ApiError(0, {
      message:
        'There is no connection, and this browser stores nothing. Keep this page open, and try again once you are online.',
    })
  }
  await askForSync()
}

/** Asks the browser to send it once there is a network, even after the tab is closed. Not every browser can. */
async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } }
  await sync?.register(SYNC_TAG).catch(() => {})
}
