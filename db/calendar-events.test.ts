import { expect, test } from 'vitest'
import { openOlderDatabase } from '#/test/older-database.ts'
import { migrate } from './migrate.ts'

const { url, sql, league_id, makePlayer, makeLine } = await openOlderDatabase('102')

async function makeEntry(code: string): Promise<number> {
  const player_id = await makePlayer(code)
  const line = await makeLine(player_id, 'Paid')
  const [entry] = await sql<{ id: number }[]>`
    insert into entries (league_id, purchase_id, lot, created_at) values (${league_id}, ${line}, ${line}, now()) returning id`
  await sql`insert into entry_players (entry_id, player_id, league_id, position) values (${entry?.id ?? 0}, ${player_id}, ${league_id}, 1)`
  return entry?.id ?? 0
}

const [one, two] = [await makeEntry('one'), await makeEntry('two')]

/** Inserts a match and the event that the previous release has emailed of it, if any. */
async function makeMatch(
  match_date: string | null,
  event?: { match_date: string; sequence: number; canceled?: true },
): Promise<{ id: number; uid: string | undefined }> {
  const [match] = await sql<{ id: number }[]>`
    insert into matches (league_id, area, entry_one_id, entry_two_id, match_date, created_at)
    values (${league_id}, 'dc', ${one}, ${two}, ${match_date}, now()) returning id`
  const id = match?.id ?? 0
  if (!event) return { id, uid: undefined }
  const [stored] = await sql<{ uid: string }[]>`
    insert into calendar_events
      (match_id, area, entry_one_id, entry_two_id, uid, sequence, match_date, match_location, changed_at, canceled_at)
    values (${id}, 'dc', ${one}, ${two}, gen_random_uuid()::text, ${event.sequence}, ${event.match_date}, '', now(),
      ${event.canceled ? new Date() : null}) returning uid`
  return { id, uid: stored?.uid }
}

const day = '2026-10-01'
const emailed = await makeMatch(day, { match_date: day, sequence: 3 })
const moved = await makeMatch('2026-10-02', { match_date: day, sequence: 3 })
const calledOff = await makeMatch(null, { match_date: day, sequence: 3 })
const open = await makeMatch(null, { match_date: day, sequence: 4, canceled: true })
const undated = await makeMatch(null)
const played = await makeMatch('2026-09-25')
const [score] = await sql<{ id: number }[]>`
  insert into scores (match_id, version, reported_by_id, side_entry_id, winner_entry_id, match_date, match_area, match_location,
    duration_minutes, set_games, total_winner_score, total_opponent_score, match_notes, created_at, answer_until)
  select ${played.id}, 1, player_id, ${one}, ${one}, '2026-09-25', 'dc', '', 60, '[]', 2, 0, '', now(), now()
  from entry_players where entry_id = ${one} returning id`
await sql`update matches set score_id = ${score?.id ?? 0} where id = ${played.id}`
await migrate(url)

async function eventOf({ id }: { id: number }) {
  const [match] = await sql<{ uid: string | null; sequence: number }[]>`
    select calendar_uid as uid, calendar_sequence as sequence from matches where id = ${id}`
  return match
}

test('events that calendars have keep their UID, and a change that was not emailed yet is the next version', async () => {
  expect(await eventOf(emailed)).toEqual({ uid: emailed.uid, sequence: 3 })
  expect(await eventOf(moved)).toEqual({ uid: moved.uid, sequence: 4 })
  expect(await eventOf(calledOff)).toEqual({ uid: calledOff.uid, sequence: 4 })
  expect(await eventOf(open)).toEqual({ uid: open.uid, sequence: 4 })
  expect(await eventOf(undated)).toEqual({ uid: expect.any(String), sequence: 0 })
  // Its event was published under its id and the host, and stays so.
  expect(await eventOf(played)).toEqual({ uid: null, sequence: 0 })
})

test('an event that was called off before the migration continues its sequence, a new one begins at zero', async () => {
  for (const match of [open, undated]) await sql`update matches set match_date = ${day} where id = ${match.id}`
  expect([(await eventOf(open))?.sequence, (await eventOf(undated))?.sequence]).toEqual([5, 0])
  const players = await sql<{ player_ids: number[] }[]>`select player_ids from calendar_events`
  expect(players.every(({ player_ids }) => player_ids.length === 2)).toBe(true)
})
