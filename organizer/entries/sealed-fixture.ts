import { expect } from 'vitest'
import { formatName } from '#/contract/format.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { embedResults, embedStandings } from '#/features/embed/contract.ts'
import { listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { comparePlayers } from '#/features/players/contract.ts'
import { listFullStandings } from '#/features/standings/place-contract.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import { getTaskFile } from '#/organizer/exchange/contract.ts'
import { createSeason } from '#/organizer/seasons/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, type TestApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'

export type Member = TestPlayer & { name: string; entry_id: number; purchase_id: number; order_id: string }

const area = 'south-bend'
const division = 'womens-singles-3-5'

/** Leagues of seasons from July 1 to August 20, 2026, whose entries are paid by card. */
export function clubSeasons(t: TestApp, makeToken: () => string | Promise<string>) {
  let made = 0

  /** A league with these players, who joined in June. `wins`: 'Ann b. Bea 6-0 6-0', in July, one a day. */
  async function makeLeague(names: readonly string[], wins: readonly string[]) {
    made += 1
    t.clock.set('2026-06-20T16:00:00Z')
    const owner = await makeOrganizer(t)
    const days = { starting_date: '2026/07/01', ending_date: '2026/08/20', sale_from: '2026/06/01' }
    const name = `Club ${made}`
    const created = await t.call(createSeason, { token: owner.token, body: { name, ...days } })
    expect(created.status).toBe(201)
    const season_id = created.body.id
    await t.db
      .updateTable('leagues')
      .set({ offered: true, capacity: null })
      .where('season_id', '=', season_id)
      .execute()
    const slug = `club-${made}`
    const members: Record<string, Member> = {}
    let league_id = 0
    for (const first_name of names) {
      const player = await makePlayer(t, { first_name })
      const body = {
        league_slug: slug,
        cart: [{ slug: division }],
        price: 39,
        confirmationToken: await makeToken(),
      }
      const { data } = (await t.call(purchase, { token: player.token, body })).body
      const line = await t.db
        .selectFrom('purchases')
        .innerJoin('entries', 'entries.purchase_id', 'purchases.id')
        .select(['purchases.id', 'entries.id as entry_id', 'entries.league_id'])
        .where('purchases.order_id', '=', data.order_id)
        .executeTakeFirstOrThrow()
      league_id = line.league_id
      const ids = { entry_id: line.entry_id, purchase_id: line.id, order_id: data.order_id }
      members[first_name] = { ...player, name: formatName(player), ...ids }
    }
    const of = (called: string): Member => members[called] ?? expect.fail(`nobody is called ${called}`)
    const league = { t, name, slug, season_id, league_id, owner, of, members: Object.values(members) }
    await goTo('2026-07-30', league)
    for (const [index, win] of wins.entries()) {
      const [, winner = '', loser = '', line] = /^(\w+) b\. (\w+) ?(.*)$/.exec(win) ?? []
      const day = `2026/07/${String(index + 2).padStart(2, '0')}`
      expect((await report(league, of(winner), of(loser), day, line || undefined)).status).toBe(201)
    }
    return league
  }

  return { makeLeague, goTo: (day: string, league: ClubLeague) => goTo(day, league) }

  async function goTo(day: string, { owner, members }: Pick<ClubLeague, 'owner' | 'members'>) {
    t.clock.set(`${day}T16:00:00Z`)
    for (const person of [owner, ...members]) person.token = await startSession(t.db, person.id, t.clock.now())
  }
}

export type ClubLeague = {
  t: TestApp
  name: string
  slug: string
  season_id: number
  league_id: number
  owner: TestPlayer
  of: (called: string) => Member
  members: Member[]
}

/** A player's report of a win. */
export function report({ t, name }: ClubLeague, winner: Member, loser: Member, match_date: string, line = '6-4 6-4') {
  const body = scoreBody(winner, loser, line, { season: name, match_date, division, year: 2026 })
  return t.call(reportScore, { token: winner.token, body })
}

/** The signed-in table: 'Ann 2-1'. */
export async function tableOf(league: ClubLeague): Promise<string[]> {
  return (await readTable(league)).players.map(({ first_name, wins, losses }) => `${first_name} ${wins}-${losses}`)
}

export async function readTable({ t, slug, owner }: ClubLeague, token = owner.token) {
  const query = { area, season: slug, year: 2026, division } as const
  return (await t.call(listFullStandings, { token, query })).body
}

export async function readPublicTable({ t, slug }: ClubLeague) {
  const params = { area, division } as const
  return (await t.call(embedStandings, { params, query: { season: slug, year: 2026 } })).body
}

/** Everything that shows who won: the table, the public table and results, records, and both exports. */
export async function readHistory(league: ClubLeague) {
  const { t, slug, owner, members } = league
  // Results are rated by a job.
  await runJobs(t)
  const query = { season: slug, year: 2026 }
  const records = []
  for (const { token } of members) {
    const { record, playoff_record } = (await t.call(listMyMatches, { token, query: {} })).body
    records.push({ record, playoff_record })
  }
  const [one, two] = members
  const compared = await t.call(comparePlayers, {
    token: one?.token,
    query: { player_one: one?.id ?? 0, player_two: two?.id ?? 0 },
  })
  const { players, total } = await readTable(league)
  return {
    table: players,
    total,
    public_table: await readPublicTable(league),
    public_results: (await t.call(embedResults, { params: { area, division }, query })).body,
    records,
    compared: compared.body,
    results: await exportOf('results'),
    standings: await exportOf('standings'),
  }

  async function exportOf(kind: 'results' | 'standings'): Promise<string> {
    const body = { kind, area, ...query }
    const { task_id } = (await t.call(startExport, { token: owner.token, body })).body
    await runJobs(t)
    const url = `/api${getTaskFile.path.replace('{id}', String(task_id))}`
    return (await t.server.inject({ url, headers: { authorization: `Bearer ${owner.token}` } })).body
  }
}
