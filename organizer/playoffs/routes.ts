import { audit } from '#/server/audit.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { RefusalCode } from '#/contract/refusals.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { listChampions } from '#/features/playoffs/bracket-queries.ts'
import { listOrganizerPlayoffs, makeOrganizerPlayoffs, previewPlayoffs } from './contract.ts'
import { findOrganizerLeague, listBegunSeasons, listNames, listSeasonLeagues } from './queries.ts'
import { makePlayoffs, type NotMade } from '#/features/playoffs/making-queries.ts'
import { previewOf } from './preview.ts'

export const playoffsOrganizerRoutes = [
  serve(listOrganizerPlayoffs, async ({ query, player, app, now }) => {
    const areas = organizerAreas(player, query.area)
    const today = saleDay(now)
    const seasons = await listBegunSeasons(app.db, today)
    const asked = query.season !== undefined || query.year !== undefined
    const season = asked
      ? seasons.find(
          ({ season_slug, year }) => season_slug === (query.season ?? season_slug) && year === (query.year ?? year),
        )
      : (seasons.find(({ ending_date }) => ending_date < today) ?? seasons[0])
    const choices = seasons.map((each) => ({ season: each.season, season_slug: each.season_slug, year: each.year }))
    if (!season) return { leagues: [], total: 0, skip: 0, season: null, seasons: choices }
    const page = await listSeasonLeagues(app.db, { ...query, season_id: season.id, areas }, today, now)
    const champions = await listChampions(
      app.db,
      page.leagues.filter(({ state }) => state === 'made').map(({ league_id }) => league_id),
    )
    const names = await listNames(app.db, [...champions.values()])
    const leagues = page.leagues.map((league) => {
      const champion = names.get(champions.get(league.league_id) ?? 0) ?? null
      return { ...league, champion, state: champion === null ? league.state : ('over' as const) }
    })
    return { ...page, leagues, season: choices[seasons.indexOf(season)] ?? null, seasons: choices }
  }),

  serve(previewPlayoffs, async ({ params, player, app, now }) => {
    const league = await findOrganizerLeague(app.db, params.league_id, player.organizer_areas, saleDay(now), now)
    return previewOf(app.db, league ?? refuse('not_found'), now)
  }),

  serve(makeOrganizerPlayoffs, async ({ params, body, player, app, now }) => {
    const league =
      (await findOrganizerLeague(app.db, params.league_id, player.organizer_areas, saleDay(now), now)) ??
      refuse('not_found')
    if (league.state === 'running') refuse('season_running')
    const { league_id } = league
    const seeds = await inTransaction(app.db, async (tx) => {
      const made = await makePlayoffs(tx, league_id, now, { made_by_id: player.id, expected: body.entries })
      if (typeof made === 'string') refuse(reasons[made])
      const names = await namesInOrder(tx, made)
      await audit(
        tx,
        {
          organizer: player,
          area: league.area,
          kind: 'make_playoffs',
          subject: `league ${league_id}`,
          summary: `Made the play-offs of ${league.division_name}, ${league.season} ${league.year}`,
          after: { seeds: names },
        },
        now,
      )
      return names
    })
    return { message: `The play-offs are made: ${seeds.length} play on. They are told by mail.` }
  }),
]

const reasons: Record<NotMade, RefusalCode> = {
  made: 'playoffs_made',
  open_results: 'results_open',
  too_few: 'too_few_qualify',
  changed: 'conflict',
}

async function namesInOrder(db: Db, entry_ids: readonly number[]): Promise<string[]> {
  const names = await listNames(db, entry_ids)
  return entry_ids.map((entry_id) => names.get(entry_id) ?? '')
}
