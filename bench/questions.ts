import type { Db } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { entriesPerLeague, haveMet, playerOf, theLeague } from './fill.ts'
import type { Question } from './load.ts'

/** The reads of a player, for the first player of the first league. bench/bare-server.ts has the same ones. */
export async function readsOf(db: Db): Promise<[string, Question][]> {
  const { slug, year, division } = await findLeague(db, theLeague)
  const token = await startSession(db, theLeague.player_id, new Date())
  return [
    ['GET /users/standings', { path: `/api/users/standings?page=1&per_page=${entriesPerLeague}`, token }],
    ['GET /users/scores', { path: '/api/users/scores', token }],
    ['GET /users/league-history', { path: '/api/users/league-history', token }],
    ['GET /users/misc/my-league', { path: '/api/users/misc/my-league', token }],
    ['POST /users/players', { path: '/api/users/players', token, body: { league: slug, yr: year, level: division } }],
  ]
}

/** Other reads of the same player, which must not slow down either as other players play matches. */
export async function furtherReadsOf(db: Db): Promise<[string, Question][]> {
  const { slug, year, division, first_name } = await findLeague(db, theLeague)
  const token = await startSession(db, theLeague.player_id, new Date())
  const why = addressed({ league_id: theLeague.id, entry_id: theLeague.player_id })
  return [
    [
      'GET /users/scores of one league',
      { path: `/api/users/scores?${addressed({ season: slug, year, division })}`, token },
    ],
    ['GET /users/standings/why', { path: `/api/users/standings/why?${why}`, token }],
    [
      'GET /users/misc/my-league-players',
      { path: `/api/users/misc/my-league-players?${addressed({ search: first_name })}`, token },
    ],
  ]
}

/**
 * An owner's reads at the desk, in the season and area of a league, and those of an organizer of only that area. The
 * league is one of many in its season. Searches for a common name as well as for a rare one.
 */
export async function deskReadsOf(
  db: Db,
  league_and_player: typeof theLeague,
  staff: { owner_id: number; organizer_id: number },
): Promise<[string, Question][]> {
  const { slug, year, division, area, first_name, name, email } = await findLeague(db, league_and_player)
  const [owner, organizer] = [
    await startSession(db, staff.owner_id, new Date()),
    await startSession(db, staff.organizer_id, new Date()),
  ]
  const asked =
    (token: string) =>
    (path: string, query: Record<string, string | number>, about = ''): [string, Question] => [
      `GET /organizer/${path}${about}`,
      { path: `/api/organizer/${path}?${addressed(query)}`, token },
    ]
  const [of, ofOrganizer] = [asked(owner), asked(organizer)]
  const league = { area, season: slug, year }
  const here = { area }
  return [
    of('overview', league),
    of('matches', { ...league, state: 'played' }),
    of('entries', { ...here, division }),
    of('payments', league, ' of a season'),
    of('players', { ...here, search: first_name }, ' by a first name'),
    of('players', { ...here, search: name }, ' by a whole name'),
    of('players', { ...here, search: email }, ' by an email'),
    of('players', here, ' of an area'),
    ofOrganizer('players', { search: name }, ', an organizer'),
    of('play-offs', league),
  ]
}

function addressed(query: Record<string, string | number>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

/** The season, division, area and one player of a league. */
async function findLeague(db: Db, { id, player_id }: typeof theLeague) {
  return db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .innerJoin('entry_players', 'entry_players.league_id', 'leagues.id')
    .innerJoin('players', 'players.id', 'entry_players.player_id')
    .select([
      'seasons.slug',
      'seasons.year',
      'divisions.slug as division',
      'leagues.area',
      'players.first_name',
      'players.name',
      'players.email',
    ])
    .where('leagues.id', '=', id)
    .where('players.id', '=', player_id)
    .executeTakeFirstOrThrow()
}

/** The same call at more addresses than the app caches. */
export function firstReadsOf(question: Question): Question[] {
  const start = question.path.includes('?') ? '&' : '?'
  return Array.from({ length: 10_000 }, (_, number) => ({
    ...question,
    path: `${question.path}${start}first=${number}`,
  }))
}

/** The matches that a league has not played yet, each reported by its winner. */
export async function reportsOf(db: Db, league_id: number): Promise<Question[]> {
  const league = await db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['seasons.slug', 'seasons.year', 'seasons.starting_date', 'leagues.area'])
    .where('leagues.id', '=', league_id)
    .executeTakeFirstOrThrow()
  const reports: Question[] = []
  for (let one = 1; one <= entriesPerLeague; one += 1) {
    const token = await startSession(db, playerOf(league_id, one), new Date())
    for (let two = one + 1; two <= entriesPerLeague; two += 1) {
      if (haveMet(one, two)) continue
      reports.push({
        path: '/api/users/scores',
        token,
        body: {
          season: league.slug,
          year: league.year,
          match_date: league.starting_date.replaceAll('-', '/'),
          duration: '01:30',
          match_area: league.area,
          match_location: 'Court 1',
          winner: { id: playerOf(league_id, one) },
          opponent: { id: playerOf(league_id, two) },
          set_games: [
            { score_1: 6, score_2: 4 },
            { score_1: 6, score_2: 3 },
          ],
          total_winner_score: 2,
          total_opponent_score: 0,
          match_status: null,
        },
      })
    }
  }
  return reports
}
