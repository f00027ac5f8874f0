import { expect, test } from 'vitest'
import { searchLeaguePlayers, searchPlayers } from '#/features/matches/contract.ts'
import { listOrganizerPlayers } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const owner = await makeOrganizer(t)
const league = { season: 'fall', division: 'womens-singles-3-5' }
const names = [
  ['José', 'Nuñez'],
  ['D’Arcy', "O'Brien"],
  ['Siân', 'O’Neill'],
  ['Łukasz', 'Groß-Ørsted'],
  ['Linh', 'Nguyễn'.normalize('NFD')],
] as const
const players = await Promise.all(
  names.map(async ([first_name, last_name]) => {
    const player = await makePlayer(t, { first_name, last_name })
    await joinLeague(t, player, league)
    return player
  }),
)
const [jose, darcy, sian, lukasz, linh] = players.map(({ id }) => id)

test.each([
  ['Jose', jose],
  ['nunez', jose],
  ['NUÑEZ', jose],
  ['Nun\u0303ez', jose],
  ["D'Arcy", darcy],
  ['darcy', darcy],
  ['OBrien', darcy],
  ['O’Brien', darcy],
  ['sian', sian],
  ["O'Neill", sian],
  ['lukasz', lukasz],
  ['Gross-Orsted', lukasz],
  ['orsted', lukasz],
  ['Nguyen', linh],
])('%s is found in the search, in the score form and at the desk', async (search, id) => {
  const token = players[0]!.token
  const anybody = (await t.call(searchPlayers, { token, body: { search } })).body.map((found) => found.id)
  const mates = (await t.call(searchLeaguePlayers, { token, query: { search } })).body.data.map((found) => found.id)
  const listed = await t.call(listOrganizerPlayers, { token: owner.token, query: { search } })
  expect([anybody, mates, listed.body.players.map((found) => found.id)]).toEqual([[id], [id], [id]])
})
