import { expect, test } from 'vitest'
import { listStandings } from '#/features/standings/contract.ts'
import { getOrganizerPlayer } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'
import { countRecipients } from '#/organizer/messages/contract.ts'
import { getOrganizerEntry, listOrganizerEntries, moveEntry } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')

test('an entry whose refund is under way still counts, here and in the table; it is leaving, so nobody can move or email it', async () => {
  const { token } = await makeOrganizer(t)
  const [leaver, mate] = [await makePlayer(t, { first_name: 'Leopolda' }), await makePlayer(t)]
  const league = { season: 'summer-2', division: 'womens-singles-3-5' }
  const { entry_id, league_id } = await joinLeague(t, leaver, league)
  await joinLeague(t, mate, league)
  const shown = async (state: 'standing' | 'left') =>
    (await t.call(listOrganizerEntries, { token, query: { search: 'Leopolda', state } })).body.entries
  expect(await shown('standing')).toMatchObject([{ id: entry_id, counts: true, leaving: false }])
  await t.db
    .updateTable('purchases')
    .set({ refund_requested_at: t.clock.now() })
    .where('player_id', '=', leaver.id)
    .execute()

  expect(await shown('standing')).toMatchObject([{ id: entry_id, counts: true, leaving: true }])
  expect(await shown('left')).toEqual([])
  expect((await t.call(getOrganizerEntry, { token, params: { id: entry_id } })).body).toMatchObject({
    counts: true,
    leaving: true,
  })
  expect((await t.call(getOrganizerPlayer, { token, params: { id: leaver.id } })).body).toMatchObject({
    entries: [{ id: entry_id, counts: true, leaving: true }],
  })
  const table = (await t.call(listStandings, { token: mate.token, query: { area: 'south-bend' } })).body
  expect(table.players.map((line) => line.entry_id)).toContain(entry_id)
  const audience = (await t.call(countRecipients, { token, body: { filter: { league: league_id } } })).body
  expect(audience.recipients).toBe(1)
  const moved = await t.send(moveEntry, {
    token,
    path: `/organizer/entries/${entry_id}/move`,
    body: { league_id, reason: 'Asked on the phone' },
  })
  expect(moved).toMatchObject({ status: 409, body: { code: 'entry_closed' } })
})
