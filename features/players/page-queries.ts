import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { listPlacesOf } from '#/features/standings/places.ts'
import { isArrangeable, nameFor } from '#/features/leagues/sides.ts'
import type { PoolName } from '#/features/ratings/contract.ts'
import { findRating, listPools } from '#/features/ratings/queries.ts'
import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import { findRecords, listRecordsByLeague } from '#/features/matches/records.ts'
import { scoreLine, swapSides } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'
import { photoUrl } from '#/server/outside/photos.ts'
import { isInScope } from '#/server/scope.ts'
import type { SignedIn } from '#/server/session.ts'
import { against, recordOf, type PlayedMatch } from './compare.ts'
import { favoritesOf, finalsOf, leagueOf, opponentsOf, partnersOf, streaksOf } from './page.ts'
import { pageParts, type PagePart, type PlayedLine, type PlayerPage } from './page-contract.ts'
import { isLeagueMateOf, listPlayedBy } from './queries.ts'

type Reader = Pick<SignedIn, 'id' | 'role' | 'organizer_areas' | 'email_proved'>

type Owner = {
  id: number
  name: string
  photo: string | null
  area: AreaSlug | null
  singles_level: string | null
  doubles_level: string | null
  public_page: boolean
  is_me: boolean
  is_in_scope: boolean
  open_match_id: number | null
} & Record<`shows_${PagePart}`, boolean>

/**
 * A player whose page the reader may open (docs/decisions/136); of a merged account the kept one. Undefined for anybody else,
 * for closed accounts and for ids that nobody has.
 */
export async function findPageOwner(db: Db, reader: Reader | null, id: number): Promise<Owner | undefined> {
  const isMe = reader ? sql`p.id = ${reader.id}` : sql`false`
  const isMate = reader ? isLeagueMateOf(reader.id) : sql`false`
  const isTheirs =
    reader && reader.role !== 'player' && reader.organizer_areas.length > 0 ? isInScope(reader) : sql`false`
  const { rows } = await sql<Owner & { is_open: boolean }>`
    with recursive kept as (
      select p.id, p.merged_into_id, 0 as steps from players p where p.id = ${id}
      union all
      select p.id, p.merged_into_id, steps + 1 from kept join players p on p.id = kept.merged_into_id where steps < 20)
    select *, is_me or public_page or is_league_mate or is_in_scope as is_open
    from (
      select p.id, ${nameFor(reader)} as name, p.photo, p.area, p.singles_level, p.doubles_level, p.public_page,
        p.shows_photo, p.shows_level, p.shows_rating, p.shows_record, p.shows_hours,
        ${isMe} as is_me, ${isMate} as is_league_mate, ${isTheirs} as is_in_scope, ${reader ? openMatchWith(reader.id) : sql`null::int`} as open_match_id
      from kept join players p on p.id = kept.id
      where p.merged_into_id is null and p.deleted_at is null) owner`.execute(db)
  const [owner] = rows
  return owner?.is_open ? owner : undefined
}

/** The first match to arrange or play of the reader against player `p`. */
function openMatchWith(reader_id: number): RawBuilder<number | null> {
  return sql`(
    select m.id
    from match_players me
    join match_players them on them.match_id = me.match_id and them.side <> me.side and them.player_id = p.id
    join matches m on m.id = me.match_id
    where me.player_id = ${reader_id} and ${isArrangeable}
    order by m.match_date, m.play_by, m.id limit 1)`
}

/** The player's page as the reader sees it. */
export async function findPlayerPage(
  db: Db,
  reader: Reader | null,
  { id, pool, now }: { id: number; pool: PoolName | undefined; now: Date },
): Promise<PlayerPage | undefined> {
  const owner = await findPageOwner(db, reader, id)
  if (!owner) return undefined
  const sees = (part: PagePart) => owner.is_me || owner[`shows_${part}`]
  const [matches, records, by_league, places, pools] = await Promise.all([
    listPlayedBy(db, owner.id, nameFor(reader)),
    findRecords(db, owner.id),
    listRecordsByLeague(db, owner.id),
    sees('record') ? listPlacesOf(db, owner.id, now) : [],
    sees('rating') ? listPools(db, owner.id) : null,
  ])
  const lines = matches.map(toLine)
  const history = {
    ...records,
    records: by_league,
    form: lines.slice(0, 10),
    streaks: streaksOf(matches),
    places,
    titles: titlesOf(matches, places),
    partners: partnersOf(matches).slice(0, 10),
    matches: lines.slice(0, 20),
    matches_total: lines.length,
    opponents: opponentsOf(matches),
  }
  return {
    player: {
      id: owner.id,
      name: owner.name,
      photo:
        owner.photo !== null && sees('photo')
          ? { medium: photoUrl(owner.photo), large: photoUrl(owner.photo, 512) }
          : null,
      singles_level: sees('level') ? owner.singles_level : null,
      doubles_level: sees('level') ? owner.doubles_level : null,
      is_me: owner.is_me,
      at_my_desk: owner.is_in_scope,
      public_page: owner.public_page,
    },
    hidden: pageParts.filter((part) => !owner[`shows_${part}`]),
    pools,
    rating: pools && (await findRating(db, owner.id, dayInZone(now, organization().time_zone), pool ?? pools[0])),
    ...(sees('record') ? history : nothing),
    head_to_head: reader && !owner.is_me ? headToHead(matches, owner, reader.id) : null,
    favorites: sees('hours') ? favoritesOf(matches) : null,
  }
}

const nothing = {
  record: null,
  playoff_record: null,
  records: null,
  form: null,
  streaks: null,
  places: null,
  titles: null,
  partners: null,
  matches: null,
  matches_total: null,
  opponents: null,
} as const satisfies Partial<PlayerPage>

export function toLine(match: PlayedMatch): PlayedLine {
  const { match_id, match_date, outcome, sets, status, opponents, partners, playoff_stage } = match
  return {
    ...leagueOf(match),
    match_id,
    match_date,
    outcome,
    opponents,
    partners,
    score_line: scoreLine(sets, status),
    playoff: playoff_stage !== null,
  }
}

/** The reader's own results against the owner, so a private record does not hide them. */
function headToHead(matches: readonly PlayedMatch[], owner: Owner, reader_id: number): PlayerPage['head_to_head'] {
  const between = against(matches, reader_id)
  const { wins, losses, ties } = recordOf(between)
  const results = between.slice(0, 5).map((match) => {
    const turned = match.sets.map(swapSides)
    const outcome = turnedOutcomes[match.outcome]
    return toLine({
      ...match,
      sets: turned,
      outcome,
      opponents: [{ id: owner.id, name: owner.name }, ...match.partners],
      partners: match.opponents.filter(({ id }) => id !== reader_id),
    })
  })
  return { wins: losses, losses: wins, ties, results, open_match_id: owner.open_match_id }
}

const turnedOutcomes = { won: 'lost', lost: 'won', tied: 'tied' } as const

/** Finals, and tables won where no play-offs follow, newest first. */
export function titlesOf(
  matches: readonly PlayedMatch[],
  places: Awaited<ReturnType<typeof listPlacesOf>>,
): NonNullable<PlayerPage['titles']> {
  const tables = places.flatMap(({ decided, place, ...league }) => {
    if (!decided || place !== 1) return []
    return [{ ...leagueOf(league), match_id: null, won: true, won_on: league.series.at(-1)?.day ?? '' }]
  })
  const dates = new Map(matches.map(({ match_id, match_date }) => [match_id, match_date]))
  const finals = finalsOf(matches).map((final) => ({ ...final, won_on: dates.get(final.match_id) ?? '' }))
  return [...finals, ...tables]
    .toSorted((a, b) => b.won_on.localeCompare(a.won_on))
    .map(({ match_id, won, ...title }) => ({ ...leagueOf(title), match_id, won }))
}
