import type { Action } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { DerivedEntry, NamedLeague } from './leagues.ts'
import type { Made } from './made.ts'

/** A match that is yet to be played: a row of results without a score, on a day to come. */
export type FixtureRow = {
  isFixture: true
  league_id: number
  league: NamedLeague
  winner_entry_id: number
  opponent_entry_id: number
  derived: readonly DerivedEntry[]
  match_date: string
  /** 'HH:MM', null if the file does not say. */
  match_time: string | null
  location: string
  /** The drawn match of the two that gets the day. Null for a new one. */
  match: { id: number } | null
}

/** A time of day as 'HH:MM': '19:30', '7.30 pm', '7pm'. Null if it is none. */
export function readTime(text: string): string | null {
  const [, hour = '', minutes = '00', half] =
    /^(\d{1,2})(?:[:.](\d\d)(?::\d\d)?)?\s*([ap])?\.?m?\.?$/i.exec(text.trim()) ?? []
  if (hour === '') return null
  const isAfternoon = half?.toLowerCase() === 'p'
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return hours > 23 || Number(minutes) > 59 ? null : `${String(hours).padStart(2, '0')}:${minutes}`
}

/** Stores the days, times and places of matches to come. Refuses import_wrong if a match has got a day or a score meanwhile. */
export async function storeFixtures(
  { tx, now }: Action,
  fixtures: readonly FixtureRow[],
): Promise<NonNullable<Made['fixtures']>> {
  const made: NonNullable<Made['fixtures']> = []
  for (const { match, league_id, league, winner_entry_id, opponent_entry_id, ...fixture } of fixtures) {
    const { match_date, match_time, location } = fixture
    const when = { match_date, match_time, match_location: location }
    const stored = match
      ? await tx
          .updateTable('matches')
          .set(when)
          .where('id', '=', match.id)
          .where('score_id', 'is', null)
          .where('canceled_at', 'is', null)
          .where('match_date', 'is', null)
          .returning('id')
          .executeTakeFirst()
      : await tx
          .insertInto('matches')
          .values({
            league_id,
            area: league.area,
            entry_one_id: winner_entry_id,
            entry_two_id: opponent_entry_id,
            ...when,
            created_at: now,
          })
          .returning('id')
          .executeTakeFirst()
    if (!stored)
      refuse('import_wrong', {
        message: 'Something has changed since the check: a match now has a day or a score. Nothing was imported.',
      })
    made.push({ match_id: stored.id, match_date, is_new: match === null })
  }
  return made
}
