/**
 * Whether a match card says 'Upcoming Match' rather than 'Past Match' (docs/product.md, "States"). Upcoming: no date, a
 * date after today, or today with a time that has not passed. Today without a time is past. `now` is the area's day and
 * time; both times are 'HH:mm'.
 */
export function isUpcoming(
  { match_date, match_time }: { match_date: string | null; match_time: string | null },
  now: { day: string; time: string },
): boolean {
  if (match_date === null) return true
  if (match_date !== now.day) return match_date > now.day
  return match_time !== null && match_time >= now.time
}
