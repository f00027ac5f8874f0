/** Matches that are scored live on this device, in the local storage: each tap is kept before the next one. */
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

/** Forgets them, also what was not sent: the next person here must not find it. */
export function forgetLiveScoresHere(): void {
  for (const match_id of listLiveScoresHere()) localStorage.removeItem(`${LIVE_SCORE_KEYS}${match_id}`)
}
