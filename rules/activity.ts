import type { ConfirmationState, Role } from './confirmation.ts'

/** The kinds of things that can wait for a player, in display order (docs/product.md, "Activity"). */
export const waitingKinds = [
  'confirm_score',
  'answer_offer',
  'object_settlement',
  'pay',
  'take_place',
  'answer_invitation',
  'report_score',
  'unplayed',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Whether it is about a match whose days are over. */
export function isLate(kind: WaitingKind): boolean {
  return kind === 'unplayed' || kind === 'object_settlement'
}

/** Something that waits for the player. `until`: when it lapses, ISO 8601, or null if it never does. `day`: the match's day. */
type Waiting = { kind: WaitingKind; until: string | null; day: string | null }

/** Sorts by kind; within a kind, by what lapses first, then by day. */
export function orderWaiting<W extends Waiting>(all: readonly W[]): W[] {
  return all.toSorted(
    (a, b) =>
      waitingKinds.indexOf(a.kind) - waitingKinds.indexOf(b.kind) ||
      compareText(a.until, b.until) ||
      compareText(a.day, b.day),
  )
}

/** Sorts null last. */
function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

/** A match from one player's point of view. `takes_score`: whether it can be reported today. */
type MyOpenMatch = {
  played: boolean
  not_played: boolean
  is_upcoming: boolean
  match_date: string | null
  confirmation: { state: ConfirmationState; role: Role } | null
  owes_answer: 'me' | 'them' | null
  /** Its last day has passed without a score. */
  window_over: boolean
  /** An outcome for it was announced, and nobody has objected. */
  announced: boolean
  takes_score: boolean
}

/** The action that a match needs from its player. Null if none. */
export function waitingForMatch(match: MyOpenMatch): WaitingKind | null {
  const { played, not_played, is_upcoming, match_date, confirmation, owes_answer } = match
  const { window_over, announced, takes_score } = match
  if (confirmation?.state === 'unconfirmed' && confirmation.role === 'other') return 'confirm_score'
  if (played || not_played) return null
  if (owes_answer === 'me') return 'answer_offer'
  if (match_date !== null && !is_upcoming && takes_score) return 'report_score'
  if (announced) return 'object_settlement'
  return window_over && takes_score ? 'unplayed' : null
}

/**
 * The player's next match: the nearest one that has a day, otherwise the one whose window ends first. Skips matches in
 * which the player has something to do.
 */
export function nextMatchOf<M extends MyOpenMatch & { match_time: string | null; play_by: string | null }>(
  matches: readonly M[],
): M | null {
  const ahead = matches.filter(
    (match) =>
      match.is_upcoming && !match.played && !match.not_played && !match.window_over && waitingForMatch(match) === null,
  )
  const dated = ahead
    .filter(({ match_date }) => match_date !== null)
    .toSorted((a, b) => compareText(a.match_date, b.match_date) || compareText(a.match_time, b.match_time))
  return dated[0] ?? ahead.toSorted((a, b) => compareText(a.play_by, b.play_by))[0] ?? null
}

/** Minutes of inactivity after which opening the dashboard starts a new visit. */
const VISIT_GAP_MINUTES = 30

/**
 * A player's visits to the dashboard on all devices. `seen_at`: the latest view. `since`: the last view of the
 * previous visit, or null if there was none.
 */
export type Visit = { since: Date | null; seen_at: Date }

/** The visit that a view at `now` belongs to. Reloads, tabs and devices within half an hour count as one visit. */
export function visitAt(before: Visit | null, now: Date): Visit {
  if (!before) return { since: null, seen_at: now }
  const { since, seen_at } = before
  if (now.getTime() - seen_at.getTime() > VISIT_GAP_MINUTES * 60_000) return { since: seen_at, seen_at: now }
  // The clock can go back, because the demo can set it back.
  return { since, seen_at: now > seen_at ? now : seen_at }
}
