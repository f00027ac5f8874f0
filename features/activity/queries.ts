import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { cardColumns, cardOf, cardTables, upcomingSql, type CardRow } from '#/features/matches/card-queries.ts'
import type { MatchCard } from '#/features/matches/contract.ts'
import { isStanding } from '#/features/matches/offer-sql.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { fullName, isPlayedBy, nameFor, namesOf, publicName, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { isOnSale, priceSql, ruleSql, saleDay } from '#/features/seasons/queries.ts'
import { findPlayoffs } from '#/features/playoffs/queries.ts'
import { readLeagueAt } from '#/features/standings/queries.ts'
import {
  isLate,
  orderWaiting,
  nextMatchOf,
  visitAt,
  waitingForMatch,
  type Visit,
  type WaitingKind,
} from '#/rules/activity.ts'
import { NOTICE_DAYS } from '#/rules/effort.ts'
import { dayInZone } from '#/rules/day.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'
import { CONSOLATION_SLOTS, isForThirdPlace, isOfConsolation } from '#/rules/playoff-stages.ts'
import { placeMeaning } from '#/rules/place-meaning.ts'
import { seasonMoment, type SeasonMoment } from '#/rules/season-moment.ts'
import { allAreas } from '#/contract/areas.ts'
import { formatList } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Caller, SignedIn } from '#/server/session.ts'
import type {
  Activity,
  ActivityLeague,
  BracketEnd,
  MyStanding,
  PastLeague,
  PlayoffAhead,
  SeasonAgain,
  Waiting,
} from './contract.ts'

/** Maximum open matches to check for to-dos. A player in several leagues has a few dozen. */
const MOST_MATCHES = 100

/** Maximum leagues whose table and news are shown. */
const MOST_LEAGUES = 10

/** Maximum brackets to look at for the player's next match or last one. */
const MOST_BRACKETS = 3

/** How many news items are shown, and how many days old they may be. */
const MOST_NEWS = 8
const NEWS_DAYS = 30

/** How many days before and after a season its news is shown: new players, and the play-offs. */
const AROUND_DAYS = 70

type Reader = Caller & Pick<SignedIn, 'email_proved'>

type OpenRow = CardRow & {
  my_entry: number
  entry_two_id: number
  league_id: number
  league_version: number
  playoff_stage: number | null
  playoff_slot: number | null
  takes_score: boolean
  /** The last day of the season or the stage. */
  last_day: string
  /** The end of the last day on which a score counts. */
  score_until: Date
  decides: 'organizer' | 'clock'
  offer_until: Date | null
  announced_until: Date | null
}

type NewsRow = ActivityLeague & {
  kind: 'result' | 'joined' | 'playoffs'
  at: string
  match_id: number | null
  winner: string | null
  opponent: string | null
  match_status: MatchStatus
  set_games: SetScore[] | null
  is_mine: boolean | null
  joined: string | null
}

type OtherTodo = ActivityLeague & {
  kind: 'pay' | 'take_place' | 'answer_invitation'
  order_id: string | null
  until: string | null
}

type Seat = ActivityLeague & { league_id: number; seed: number; seeds: number }

type WholeRow = {
  visit: { since: string | null; seen_at: string } | null
  other_todos: OtherTodo[]
  standings: MyStanding[]
  seats: Seat[]
  leagues: League[]
  news: NewsRow[]
}

/** A league of the player, for the time of the year. */
type League = PastLeague & {
  phase: 'playing' | 'next' | 'past'
  drawn: boolean
  over_on: string
  division_id: number
}

/** Name columns of league `l`: season `se` and division `d`. */
const leagueColumns = sql`se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug, se.year, l.area`

const todayIn = (now: Date) => sql<string>`(${now}::timestamptz at time zone a.time_zone)::date`

/** Whether a match `m` has no score, or one that can still be disputed. */
function isOpen(now: Date): RawBuilder<SqlBool> {
  return sql`m.canceled_at is null and m.not_played_at is null and (m.score_id is null or exists (
    select from scores s where s.id = m.score_id and s.answer is null and s.answer_until > ${now}))`
}

/** To-dos that are not about a match: an unfinished payment, a reserved place, an organizer's invitation. */
function otherTodosSql(player_id: number, now: Date): RawBuilder<OtherTodo> {
  return sql`
    select 'pay' as kind, p.order_id, null::timestamptz as until, ${leagueColumns}
    from purchases p join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
    where p.player_id = ${player_id} and p.status = 'Pending'
      and not exists (select from orders o where o.id = p.order_id and o.held_until is not null)
    union all
    select 'take_place', null, w.held_until, ${leagueColumns}
    from wait_list w join leagues l on l.id = w.league_id ${joinSeasonAndDivision}
    where w.player_id = ${player_id} and w.ended_at is null and w.held_until > ${now} and not exists (
      select from purchases p where p.league_id = w.league_id and p.player_id = w.player_id and ${holdsPlace})
    union all
    select 'answer_invitation', null, i.expires_at, ${leagueColumns}
    from entry_invitations i join leagues l on l.id = i.league_id ${joinSeasonAndDivision}
    where i.player_id = ${player_id} and i.answer is null and i.expires_at > ${now}`
}

/** The player's seats in brackets of `around`, the newest first: those that still have a match for them, and the newest. */
const seatsSql = sql`
  select league_id, league_name, league_slug, level_name, level_slug, year, area, seed, seeds from (
    select around.league_id, ${leagueColumns}, ps.seed,
      (select count(*) from playoff_seeds every where every.league_id = ps.league_id) as seeds,
      row_number() over (order by se.starting_date desc, l.id) as age,
      not exists (
        select from matches m join scores s on s.id = m.score_id
        where m.league_id = ps.league_id and m.playoff_stage is not null and m.canceled_at is null
          and ps.entry_id in (m.entry_one_id, m.entry_two_id)
          and (m.playoff_stage = 3 or (s.winner_entry_id <> ps.entry_id
            and (m.playoff_slot > ${CONSOLATION_SLOTS} or not (made.consolation or (made.third_place and m.playoff_stage = 2)))))) as goes_on
    from around join playoff_seeds ps on ps.entry_id = around.entry_id and not ps.withdrawn
    join playoffs made on made.league_id = ps.league_id
    join leagues l on l.id = around.league_id ${joinSeasonAndDivision}) seat
  where goes_on or age = 1
  order by age limit ${MOST_BRACKETS}`

/** The player's newest leagues, past ones too, with the place in their tables. */
function leaguesSql(player_id: number, now: Date): RawBuilder<League> {
  return sql<League>`
    select l.id as league_id, l.season_id, l.division_id, ${leagueColumns}, e.drawn_at is not null as drawn,
      case when ${todayIn(now)} < se.starting_date then 'next' when ${todayIn(now)} > se.ending_date then 'past' else 'playing' end as phase,
      greatest(se.ending_date, (select max(m.play_by) from matches m
        where m.league_id = l.id and m.playoff_stage is not null and m.canceled_at is null)) as over_on,
      st.rank, coalesce(st.wins, 0) as wins, coalesce(st.losses, 0) as losses, coalesce(st.ties, 0) as ties,
      (select count(*) from standings every
        where every.league_id = l.id and every.flight is not distinct from st.flight) as total
    from entry_players mine join entries e on e.id = mine.entry_id join purchases p on p.id = e.purchase_id and p.counts
    join leagues l on l.id = mine.league_id ${joinSeasonAndDivision} join areas a on a.slug = l.area
    left join standings st on st.league_id = l.id and st.entry_id = e.id
    where mine.player_id = ${player_id} and not mine.former
    order by se.ending_date desc, e.id desc limit ${MOST_LEAGUES}`
}

/**
 * News of the player's leagues `mine`, newest first, one more than is shown: results reported by others, new players,
 * play-offs.
 */
function newsSql({ id: player_id, email_proved }: Reader, now: Date): RawBuilder<NewsRow> {
  // Unproved players see the whole names in their own matches alone.
  const name = email_proved
    ? fullName
    : sql<string>`case when ${isPlayedBy(player_id)} then ${fullName} else ${publicName} end`
  const isLately = (at: RawBuilder<unknown>) =>
    sql`${at} > ${now}::timestamptz - ${NEWS_DAYS} * interval '1 day' and ${at} <= ${now}`
  const newest = sql`order by at desc limit ${MOST_NEWS + 1}`
  return sql`
    select n.kind, n.at, ${leagueColumns}, n.match_id, s.match_status, s.set_games,
      case when n.match_id is not null then ${isPlayedBy(player_id)} end as is_mine,
      shown.winner, shown.opponent, case when n.joined_id is not null then ${namesOf(sql`n.joined_id`, nameFor({ email_proved }))} end as joined
    from (
      (select 'result' as kind, s.created_at as at, around.league_id, around.entry_id as my_entry, m.id as match_id, null::int as joined_id
        from around join matches m on m.league_id = around.league_id and m.score_id is not null join scores s on s.id = m.score_id
        where s.reported_by_id <> ${player_id} and ${isLately(sql`s.created_at`)} ${newest})
      union all
      (select 'joined', e.created_at as at, around.league_id, around.entry_id, null, e.id
        from around join entries own on own.id = around.entry_id
        join entries e on e.league_id = around.league_id and e.id <> own.id and e.created_at > own.created_at
        join purchases p on p.id = e.purchase_id and p.counts
        where ${isLately(sql`e.created_at`)} ${newest})
      union all
      (select 'playoffs', made.made_at as at, around.league_id, around.entry_id, null, null
        from around join playoffs made on made.league_id = around.league_id
        where ${isLately(sql`made.made_at`)} ${newest})
      ${newest}) n
    join leagues l on l.id = n.league_id ${joinSeasonAndDivision}
    left join matches m on m.id = n.match_id
    left join scores s on s.id = m.score_id
    left join lateral (select ${winnerAndOpponent(name)}) shown on n.match_id is not null
    order by n.at desc, n.match_id desc, n.joined_id desc`
}

/**
 * One statement: each row repeats the columns that belong to no match. Without an open match there is one row with only
 * those.
 */
async function readActivity(db: Db, player: Reader, now: Date): Promise<(WholeRow & (OpenRow | { id: null }))[]> {
  const { rows } = await sql<WholeRow & (OpenRow | { id: null })>`
    with around as (
      select mine.entry_id, mine.league_id
      from entry_players mine
      join entries e on e.id = mine.entry_id join purchases p on p.id = e.purchase_id and p.counts
      join leagues l on l.id = mine.league_id join seasons se on se.id = l.season_id join areas a on a.slug = l.area
      where mine.player_id = ${player.id} and not mine.former
        and ${todayIn(now)} between se.starting_date - ${AROUND_DAYS}::int and se.ending_date + ${AROUND_DAYS}::int
      order by se.starting_date desc, mine.entry_id desc limit ${MOST_LEAGUES}),
    open as (
      select m.*, case me.side when 1 then m.entry_one_id else m.entry_two_id end as my_entry
      from match_players me join matches m on m.id = me.match_id
      where me.player_id = ${player.id} and ${isOpen(now)})
    select whole.*, card.*
    from (
      select (select row_to_json(v) from (select since, seen_at from visits where player_id = ${player.id}) v) as visit,
        (select coalesce(json_agg(other_todos), '[]') from (${otherTodosSql(player.id, now)}) other_todos) as other_todos,
        (select coalesce(json_agg(line), '[]') from (
          select around.league_id, ${leagueColumns}, st.rank, st.wins, st.losses, st.ties,
            (select count(*) from standings every
              where every.league_id = around.league_id and every.flight is not distinct from st.flight) as total
          from around join standings st on st.league_id = around.league_id and st.entry_id = around.entry_id
          join leagues l on l.id = around.league_id ${joinSeasonAndDivision} join areas a on a.slug = l.area
          where ${todayIn(now)} between se.starting_date and se.counts_until
          order by se.starting_date desc, d.position, l.id) line) as standings,
        (select coalesce(json_agg(seat), '[]') from (${seatsSql}) seat) as seats,
        (select coalesce(json_agg(own), '[]') from (${leaguesSql(player.id, now)}) own) as leagues,
        (select coalesce(json_agg(n), '[]') from (${newsSql(player, now)}) n) as news) whole
    left join (
      select ${cardColumns(now, player)}, m.my_entry, m.entry_two_id, m.league_id, l.version as league_version, m.playoff_stage, m.playoff_slot,
        m.playoff_stage is not null or ${todayIn(now)} between se.starting_date and se.counts_until as takes_score,
        case when m.playoff_stage is null then se.ending_date else coalesce(m.play_by, se.ending_date) end as last_day,
        ((case when m.playoff_stage is null then se.counts_until else coalesce(m.play_by, se.ending_date) + ${playoffGraceDays}::int end + 1)::timestamp at time zone a.time_zone) as score_until,
        case when m.playoff_stage is null then ${ruleSql('unplayed')} #>> '{}' else 'organizer' end as decides,
        (select min(o.expires_at) from match_offers o
          where o.match_id = m.id and ${isStanding(now)} and o.side <> case m.my_entry when m.entry_one_id then 1 else 2 end) as offer_until,
        (select n.noticed_at + ${NOTICE_DAYS} * interval '1 day' from match_settlements n
          where n.match_id = m.id and n.noticed_at is not null and n.objected_at is null and n.settled_at is null and n.undone_at is null
            and n.last_day = greatest(coalesce(m.play_by, se.ending_date), m.match_date)
          order by n.id desc limit 1) as announced_until
      from open m ${cardTables}
      where ${todayIn(now)} <= greatest(se.ending_date + ${AROUND_DAYS}::int, case when m.playoff_stage is not null then m.play_by end)
      order by ${upcomingSql(now)} desc, m.match_date, m.match_time, m.id
      limit ${MOST_MATCHES}) card on true`.execute(db)
  return rows
}

type OpenMatch = {
  card: MatchCard
  row: OpenRow
  /** Input of the rules. */
  facts: MatchCard & { announced: boolean; takes_score: boolean }
}

function openMatchOf(row: OpenRow, player: Caller, now: Date): OpenMatch {
  const card = cardOf(row, player, now)
  const { takes_score, announced_until } = row
  return { card, row, facts: { ...card, takes_score, announced: announced_until !== null } }
}

/** The other side's names: 'Julia Baxter', in doubles 'Julia Baxter and Ann Lee'. */
function opponentsOf({ card, row }: OpenMatch): string {
  const names =
    row.my_entry === row.entry_one_id
      ? [card.player_two_name, card.player_two_a_name]
      : [card.player_one_name, card.player_one_a_name]
  return formatList(names.filter((name) => name !== null))
}

/** The player's tasks, matches and news for the dashboard (docs/product.md, "Activity"). */
export async function findActivity(db: Db, player: Reader, now: Date): Promise<Activity> {
  const rows = await readActivity(db, player, now)
  const whole = rows[0] ?? { visit: null, other_todos: [], standings: [], seats: [], leagues: [], news: [] }
  const matches = rows.flatMap((row) => (row.id === null ? [] : [openMatchOf(row, player, now)]))
  const next = nextMatchOf(matches.map((match) => ({ ...match.facts, match })))?.match
  const waiting = orderWaiting([...matches.flatMap(waitingOf), ...whole.other_todos.map(toOtherTodo)])
  const { playoff, bracket } = await findBracket(db, whole.seats, now)
  const { moment, left } = momentOf({ matches, next, waiting, whole, bracket: playoff ? 'ahead' : bracket, now })
  const past = whole.leagues.find(({ phase }) => phase === 'past') ?? null
  const { since } = visitAt(whole.visit && visitOf(whole.visit), now)
  const shown = whole.news.slice(0, MOST_NEWS)
  return {
    waiting,
    moment,
    left,
    next: next
      ? {
          match: next.card,
          opponents: opponentsOf(next),
          stage: next.row.playoff_stage,
          third_place: isForThirdPlace({ stage: next.row.playoff_stage, slot: next.row.playoff_slot }),
          consolation: isOfConsolation({ slot: next.row.playoff_slot }),
          meaning: await meaningOf(db, next.row),
        }
      : null,
    playoff,
    bracket,
    past: past && pastOf(past),
    again:
      past && comesAfterwards.has(moment) && whole.leagues.every(({ phase }) => phase === 'past')
        ? await findSeasonAgain(db, player.id, past, now)
        : null,
    standings: whole.standings,
    since: since && since.toISOString(),
    news: shown.map((row) => toNews(row, since)),
    more: whole.news.length > shown.length,
  }
}

/** The moments after a season, when the next one is worth joining. */
const comesAfterwards = new Set<SeasonMoment>(['knocked_out', 'champion', 'season_over', 'between_seasons'])

type MomentFacts = {
  matches: readonly OpenMatch[]
  next: OpenMatch | undefined
  waiting: readonly Waiting[]
  whole: Pick<WholeRow, 'standings' | 'leagues'>
  bracket: BracketEnd | 'ahead' | null
  now: Date
}

/** The time of the player's year, and what is left to play. */
function momentOf({ matches, next, waiting, whole, bracket, now }: MomentFacts): Pick<Activity, 'moment' | 'left'> {
  const open = matches
    .filter(({ facts }) => !facts.played && !facts.not_played && !facts.window_over && facts.is_upcoming)
    .toSorted((a, b) => Number(b === next) - Number(a === next))
  const zone = allAreas().find(({ slug }) => slug === (open[0]?.row.area ?? whole.leagues[0]?.area))?.time_zone
  const today = dayInZone(now, zone ?? organization().time_zone)
  const moment = seasonMoment({
    today,
    leagues: whole.leagues,
    open: open.map(({ row }) => ({
      day: row.match_date,
      last_day: row.last_day,
      of_bracket: row.playoff_stage !== null,
    })),
    overdue: waiting.filter(({ kind }) => isLate(kind)).length,
    results: whole.standings.reduce((sum, { wins, losses, ties }) => sum + wins + losses + ties, 0),
    bracket: bracket === null || bracket === 'ahead' ? bracket : bracket.won ? 'champion' : 'knocked_out',
  })
  const ofTables = open.filter(({ row }) => row.playoff_stage === null)
  const [until = null] = ofTables.map(({ row }) => row.last_day).toSorted()
  return { moment, left: { matches: ofTables.length, until: until && wireDay(until) } }
}

function pastOf({ league_id, season_id, rank, total, wins, losses, ties, ...own }: League): PastLeague {
  const { league_name, league_slug, level_name, level_slug, year, area } = own
  const league = { league_name, league_slug, level_name, level_slug, year, area }
  return { ...league, league_id, season_id, rank, total, wins, losses, ties }
}

/**
 * The first season on sale in the past league's area in which the player has no place, with the same division if it is
 * sold there.
 */
async function findSeasonAgain(db: Db, player_id: number, past: League, now: Date): Promise<SeasonAgain | null> {
  type Row = Omit<SeasonAgain, 'division'> & {
    division: (Omit<NonNullable<SeasonAgain['division']>, 'price'> & { price_cents: number }) | null
  }
  const { rows } = await sql<Row>`
    select se.slug, se.name, se.year, to_char(se.starting_date, 'YYYY/MM/DD') as starting_date,
      (select json_build_object('id', d.id, 'slug', d.slug, 'name', d.name, 'image', d.image,
          'price_cents', coalesce(${priceSql(saleDay(now))}, d.price_cents))
        from divisions d left join leagues l on l.division_id = d.id and l.season_id = se.id and l.area = a.slug
        where d.id = ${past.division_id} and d.retired_at is null and coalesce(l.offered, true)) as division
    from seasons se join areas a on a.slug = ${past.area} and a.archived_at is null
    where ${isOnSale(saleDay(now))} and (a.sale_from is null or a.sale_from <= ${saleDay(now)}) and not exists (
      select from purchases p join leagues l on l.id = p.league_id
      where l.season_id = se.id and p.player_id = ${player_id} and ${holdsPlace})
    order by se.starting_date, se.id limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const { division, ...season } = row
  if (division === null) return { ...season, division }
  const { price_cents, ...sold } = division
  return { ...season, division: { ...sold, price: price_cents / 100 } }
}

const untilOf: Partial<Record<WaitingKind, (match: OpenMatch) => string | null>> = {
  confirm_score: ({ card }) => card.confirmation?.answer_until ?? null,
  answer_offer: ({ row }) => row.offer_until && row.offer_until.toISOString(),
  object_settlement: ({ row }) => row.announced_until && row.announced_until.toISOString(),
  unplayed: ({ row }) => row.score_until.toISOString(),
}

function waitingOf(match: OpenMatch): (Waiting & { day: string | null })[] {
  const kind = waitingForMatch(match.facts)
  if (kind === null) return []
  const { card } = match
  return [
    {
      kind,
      until: untilOf[kind]?.(match) ?? null,
      day: card.match_date,
      league: card,
      match: card,
      opponents: opponentsOf(match),
      order_id: null,
      decides: kind === 'unplayed' ? match.row.decides : null,
    },
  ]
}

function toOtherTodo({ kind, order_id, until, ...league }: OtherTodo): Waiting & { day: string | null } {
  return {
    kind,
    until: until && isoOf(until),
    day: null,
    league,
    match: null,
    opponents: null,
    order_id,
    decides: null,
  }
}

/** A play-off match has no effect on the table, nor has a match played too late for it. */
async function meaningOf(
  db: Db,
  { league_id, league_version, playoff_stage, takes_score, my_entry, entry_one_id, entry_two_id }: OpenRow,
) {
  if (playoff_stage !== null || !takes_score) return null
  const { entries, matches, rules } = await readLeagueAt(db, league_id, league_version)
  const theirs = my_entry === entry_one_id ? entry_two_id : entry_one_id
  return placeMeaning(entries, matches, rules, { mine: my_entry, theirs })
}

/**
 * The first of these brackets, the newest first, in which the player waits for an opponent; or how the newest ended for
 * the player. Neither while a match of it is open, because that is the next match.
 */
async function findBracket(
  db: Db,
  seats: readonly Seat[],
  now: Date,
): Promise<{ playoff: PlayoffAhead | null; bracket: BracketEnd | null }> {
  let bracket: BracketEnd | null = null
  for (const [index, { league_id, seed, seeds, ...league }] of seats.entries()) {
    const { area, level_slug: division, league_slug: season, year } = league
    // oxlint-disable-next-line no-await-in-loop
    const found = await findPlayoffs(db, { area, division, season, year }, now)
    const stages = found?.stages ?? []
    for (const [consolation, round] of [[false, stages] as const, [true, found?.consolation ?? []] as const])
      for (const { stage, date, rows } of round) {
        const row = rows.find(({ seed_one, seed_two }) => seed_one === seed || seed_two === seed)
        if (stage === 4 || !row || row.match_id !== null || row.winner !== null) continue
        if (row.seed_one === seed ? row.withdrew_one : row.withdrew_two) continue
        const third_place = !consolation && isForThirdPlace({ stage, slot: row.slot })
        const feeding = (third_place ? 1 : row.slot) * 2 - (row.seed_one === seed ? 0 : 1)
        const before = round.find((each) => each.stage === stage - 1)?.rows.find(({ slot }) => slot === feeding)
        const opponents =
          before?.player_one && before.player_two
            ? ([before.player_one, before.player_two] satisfies [string, string])
            : null
        const playoff = { league_id, league, stage, third_place, consolation, seed, seeds, play_by: date, opponents }
        return { playoff, bracket: null }
      }
    // oxlint-disable-next-line no-await-in-loop
    if (index === 0) bracket = await findBracketEnd(db, { league_id, league, seed }, stages)
  }
  return { playoff: null, bracket }
}

type Stages = NonNullable<Awaited<ReturnType<typeof findPlayoffs>>>['stages']

/** How a bracket ended for the player of that seed. Null while the player has a match in it. */
async function findBracketEnd(
  db: Db,
  { league_id, league, seed }: { league_id: number; league: ActivityLeague; seed: number },
  stages: Stages,
): Promise<BracketEnd | null> {
  const own = stages.flatMap(({ stage, rows }) =>
    rows.filter(({ seed_one, seed_two }) => seed_one === seed || seed_two === seed).map((row) => ({ stage, row })),
  )
  if (own.some(({ stage, row }) => stage !== 4 && row.winner === null)) return null
  const [ended] = own.filter(({ stage, row }) => stage !== 4 && row.match_id !== null).toReversed()
  const won = own.some(({ stage }) => stage === 4)
  const isOut = own.some(({ row }) => row.winner !== (row.seed_one === seed ? 'player_one' : 'player_two'))
  if (!won && !isOut) return null
  return { league_id, league, won, last: ended ? await findLast(db, ended, seed) : null }
}

/** The result of a bracket's match as the other side's name and the score, the winner's games first. */
async function findLast(
  db: Db,
  { stage, row }: { stage: number; row: Stages[number]['rows'][number] },
  seed: number,
): Promise<BracketEnd['last']> {
  const score = await db
    .selectFrom('matches as m')
    .innerJoin('scores as s', 's.id', 'm.score_id')
    .select(['s.set_games', 's.match_status'])
    .where('m.id', '=', row.match_id)
    .executeTakeFirst()
  const opponent = (row.seed_one === seed ? row.player_two : row.player_one) ?? ''
  return {
    stage,
    third_place: isForThirdPlace({ stage, slot: row.slot }),
    match_id: row.match_id ?? 0,
    opponent,
    score: score ? scoreLine(score.set_games, score.match_status) : '',
  }
}

function toNews({ kind, at, match_id, joined, ...row }: NewsRow, since: Date | null): Activity['news'][number] {
  const { winner, opponent, match_status, set_games, is_mine, ...league } = row
  return {
    kind,
    at: isoOf(at),
    is_new: since !== null && new Date(at) > since,
    league,
    result:
      match_id === null
        ? null
        : {
            match_id,
            winner: winner ?? '',
            opponent: opponent ?? '',
            match_status,
            score_line: scoreLine(set_games ?? [], match_status),
            is_mine: is_mine ?? false,
          },
    joined,
  }
}

/** PostgreSQL writes instants in JSON with an offset. */
function isoOf(instant: string): string {
  return new Date(instant).toISOString()
}

function visitOf({ since, seen_at }: { since: string | null; seen_at: string }): Visit {
  return { since: since === null ? null : new Date(since), seen_at: new Date(seen_at) }
}

/** Locks and returns the player's last visit. */
export async function lockVisit(tx: Tx, player_id: number): Promise<Visit | null> {
  const row = await tx
    .selectFrom('visits')
    .select(['since', 'seen_at'])
    .where('player_id', '=', player_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function upsertVisit(tx: Tx, player_id: number, visit: Visit): Promise<void> {
  await tx
    .insertInto('visits')
    .values({ player_id, ...visit })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(visit))
    .execute()
}
