/** How far a replica may be behind, with some margin. */
const FRESH_MS = 5_000
let freshUntil = -Infinity

/** Call it when a change is known. For a while, reads must not come from a copy of the database that lacks the change. */
export function requireFreshReads(): void {
  freshUntil = performance.now() + FRESH_MS
}

/** The header of a read that must be fresh. */
export function freshnessHeader(): { 'cache-control'?: 'no-cache' } {
  return performance.now() < freshUntil ? { 'cache-control': 'no-cache' } : {}
}
