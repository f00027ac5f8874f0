/** Keys of matches scored live on this device, in the local storage: each tap is stored before the next one. */
export const LIVE_SCORE_KEYS = 'deuce.live-score.'

/** The matches that are scored live on this device. */
export function listLiveScoresHere(): number[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(LIVE_SCORE_KEYS))
      .map((key) => Number(key.slice(LIVE_SCORE_KEYS.length)))
  } catch {
    return []
  }
}

/** Deletes them, including unsent entries: the next person here must not find them. */
export function forgetLiveScoresHere(): void {
  for (const match_id of listLiveScoresHere()) localStorage.removeItem(`${LIVE_SCORE_KEYS}${match_id}`)
}
