import { expect, test } from 'vitest'
import { mergePlayers } from '#/organizer/players/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { listMisnamed, listUneven } from '#/test/ledger.ts'
import { makePlayer, makeToken } from '#/test/make.ts'
import { expectSoundData } from '#/test/sound.ts'
import { replacePlayer, withdrawEntry } from './contract.ts'
import { clubSeasons, readHistory, readPublicTable, tableOf } from './sealed-fixture.ts'

const t = await startApp('2026-06-20T16:00:00Z')
const { makeLeague, goTo } = clubSeasons(t, () => makeToken(t))
const reason = 'Asked on the phone'

test('a season with a replacement, a withdrawal, a merge and a refund after its end keeps every result with its players', async () => {
  const league = await makeLeague(
    ['Ann', 'Ben', 'Cat', 'Dee', 'Eve', 'Madonna', 'Twin'],
    ['Ann b. Ben', 'Ann b. Cat', 'Eve b. Ann', 'Ben b. Eve', 'Madonna b. Dee', 'Twin b. Cat', 'Madonna b. Ben'],
  )
  const { owner, of } = league
  const { token } = owner
  await t.db.updateTable('players').set({ last_name: '', one_name: true }).where('id', '=', of('Madonna').id).execute()

  const zed = await makePlayer(t, { first_name: 'Zed' })
  const replaced = { leaving_player_id: of('Ann').id, email: zed.email, reason }
  const place = { params: { id: of('Ann').entry_id }, body: replaced }
  expect((await t.call(replacePlayer, { token, ...place })).status).toBe(200)
  const takeOut = (name: string) =>
    t.call(withdrawEntry, {
      token: owner.token,
      params: { id: of(name).entry_id },
      body: { refund: true, reason },
    })
  expect((await takeOut('Eve')).status).toBe(200)
  const merged = { params: { id: of('Dee').id }, body: { from_id: of('Twin').id, reason } }
  expect((await t.call(mergePlayers, { token, ...merged })).status).toBe(200)
  await runJobs(t)

  expect((await tableOf(league)).toSorted()).toEqual(['Ben 0-2', 'Cat 0-2', 'Dee 1-1', 'Madonna 2-0', 'Zed 2-0'])
  const { standings, left } = await readPublicTable(league)
  expect(standings.map(({ name }) => name)).toContain('Madonna')
  expect(standings.find(({ name }) => name.startsWith('Zed'))?.replacements).toHaveLength(1)
  expect(left.map(({ name }) => name.split(' ')[0])).toEqual(['Eve'])

  // Twin's account is closed.
  const later = { ...league, members: league.members.filter(({ id }) => id !== of('Twin').id) }
  await goTo('2026-12-10', later)
  const before = await readHistory(later)
  expect((await takeOut('Madonna')).status).toBe(200)
  await runJobs(t)
  expect(await readHistory(later)).toEqual(before)
  expect(await listMisnamed(t.db)).toEqual([])
  expect(await listUneven(t.db)).toEqual([])
  await expectSoundData(t)
})
