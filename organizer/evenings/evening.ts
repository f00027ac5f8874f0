import { createHash } from 'node:crypto'
import { wireDay } from '#/contract/wire-day.ts'
import { formatTaken } from '#/features/arranging/court-clashes.ts'
import { closedWarning, listClosedDays } from '#/features/availability/closed-days.ts'
import { dayInZone } from '#/rules/day.ts'
import { moveMatch, type EveningMove, type MovedTime } from '#/rules/evening.ts'
import { isCourtFull, MATCH_MINUTES } from '#/rules/slots.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { EveningPreview } from './contract.ts'
import { listCourtsAround, listEvening, listOtherStarts, type Evening, type MatchOfEvening } from './queries.ts'

type PlannedMatch = MatchOfEvening & { next: MovedTime; warnings: string[] }

/** The result of moving an evening. `warnings` concern all of its matches. */
type EveningPlan = { matches: PlannedMatch[]; warnings: string[]; digest: string }

/** Plans an evening's move: the new time of each match, clashes there, and why a match is left alone. */
export async function planEvening(
  db: Db | Tx,
  evening: Evening & { to_day: string | null; shift_minutes: number },
  now: Date,
): Promise<EveningPlan> {
  const { to_day, shift_minutes } = evening
  const move: EveningMove = to_day === null ? null : { to_day, shift_minutes }
  const found = await listEvening(db, evening, now)
  const moved = found.map((match) => ({
    ...match,
    next: moveMatch(match, move, { now: now.getTime(), today: dayInZone(now, match.time_zone) }),
  }))
  const matches = to_day === null ? moved.map((match) => ({ ...match, warnings: [] })) : await warn(db, moved, to_day)
  const warnings = to_day === null ? [] : closedWarning(await listClosedDays(db, evening.area), to_day)
  const facts = [
    warnings,
    matches.map(({ match_id, match_time, match_location, next, ...match }) => [
      match_id,
      evening.day,
      match_time,
      match_location,
      next,
      match.warnings,
    ]),
  ]
  return { matches, warnings, digest: createHash('sha256').update(JSON.stringify(facts)).digest('base64url') }
}

/** Adds the clashes of each moved match with other matches of its players and on its court. */
async function warn(
  db: Db | Tx,
  matches: readonly Omit<PlannedMatch, 'warnings'>[],
  to_day: string,
): Promise<PlannedMatch[]> {
  const moving = matches.filter(({ next }) => next.problem === null)
  const around = { moving: moving.map(({ match_id }) => match_id), from: to_day, to: to_day }
  const others = await listOtherStarts(db, [...new Set(moving.flatMap(({ player_ids }) => player_ids))], around)
  const courts = await listCourtsAround(db, [...new Set(moving.flatMap(({ court_id }) => court_id ?? []))], around)
  return matches.map((match) => {
    const { starts_at, problem } = match.next
    if (starts_at === null || problem !== null) return { ...match, warnings: [] }
    const busy = others.filter(
      ({ player_id, starts_at: other }) =>
        match.player_ids.includes(player_id) && Math.abs(other - starts_at) <= MATCH_MINUTES * 60_000,
    )
    const together = moving.flatMap((each) =>
      each.match_id !== match.match_id && each.court_id === match.court_id ? (each.next.starts_at ?? []) : [],
    )
    const full = courts.filter(
      (court) =>
        court.id === match.court_id &&
        isCourtFull(starts_at, { taken: [...court.taken, ...together], court_count: court.court_count }),
    )
    return {
      ...match,
      warnings: [
        ...new Set(busy.map(({ name }) => `${name} has another match around that time.`)),
        ...full.map(formatTaken),
      ],
    }
  })
}

export function previewOf({ matches, warnings, digest }: EveningPlan): EveningPreview {
  return {
    digest,
    warnings,
    moved: matches.filter(({ next }) => next.problem === null).length,
    matches: matches.map(({ match_id, one, two, league, match_time, match_location, next, warnings: clashes }) => ({
      match_id,
      one,
      two,
      league,
      match_time,
      match_location,
      new_date: next.match_date && wireDay(next.match_date),
      new_time: next.match_time,
      problem: next.problem,
      warnings: clashes,
    })),
  }
}
