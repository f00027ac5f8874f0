import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { roundRobin, spreadRounds } from '#/rules/schedule.ts'
import type { SeasonEdition } from '#/rules/season.ts'
import type { Tx } from '#/server/db.ts'
import { herStories, scoreOf, storeReports, type Report } from './answers.ts'
import { chanceOf, type Chance } from './chance.ts'
import { demoPlayer, type DoublesField, type Person, type Pool } from './people.ts'
import { breakOff, playOut, type Course } from './scores.ts'
import { courtsOf } from './courts.ts'
import { namedCourt } from '#/features/courts/queries.ts'

/** Shared input of the functions that create the demo league. `ids`: the players' ids by email. */
export type Demo = {
  tx: Tx
  now: Date
  today: string
  pools: readonly Pool[]
  doubles: readonly DoublesField[]
  ids: ReadonlyMap<string, number>
}

/** How full a season is: played to its end, running or about to start, or with a few early entries. */
export type Stage = 'ended' | 'open' | 'early'

/**
 * A league of the season with its entrants. `own`: the demo player's pool. `circle`: three of its entries end up tied.
 */
export type Field = {
  league_id: number
  division: string
  price_cents: number
  area: AreaSlug
  sides: Side[]
  own: boolean
  circle: boolean
}
/** The players of an entry: one, or two in doubles. */
type Side = { people: readonly Person[]; strength: number }

type Entry = Side & { entry_id: number }
/** A pairing of the round robin, with the day on which it would be played. */
type Pairing = { round: number; one: Entry; two: Entry; day: string; time: string; from: string; to: string }
/** The match of a pairing. No match_date means that the two have not agreed on one yet. */
export type Card = Pairing & { match_date: string | null; played: boolean }

/**
 * Creates the schedule of a league and its results up to today, reported on the evening of the match. Returns its
 * matches; the caller rebuilds the league.
 */
export async function playLeague(
  demo: Demo,
  edition: SeasonEdition,
  field: Field,
  { stage, isHerCurrent }: { stage: Stage; isHerCurrent: boolean },
): Promise<{ cards: Card[]; idOfMatch: (card: Card) => number } | null> {
  const chance = chanceOf(`${edition.slug} ${edition.year} ${field.area} ${field.division}`)
  const entries = await listEntries(demo, field)
  const pairings = pairUp(edition, entries, chance)
  const cards = isHerCurrent
    ? [
        ...pairings.filter((pairing) => !areHers(pairing)).flatMap((pairing) => deal(demo, pairing, stage, chance)),
        ...dealHers(demo, pairings.filter(areHers)),
      ]
    : field.circle
      ? pairings.map((pairing) => ({ ...pairing, match_date: pairing.day, played: true }))
      : pairings.flatMap((pairing) => deal(demo, pairing, stage, chance))
  if (cards.length === 0) return null
  const idOfMatch = await insertMatches(demo, edition, field, cards)
  const played = cards.filter((card) => card.played).toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const hers = isHerCurrent ? played.filter(areHers).toReversed() : []
  const answers = chanceOf(`${edition.slug} ${edition.year} ${field.area} ${field.division} answers`)
  const reports = played.map((card): Report => {
    const { one, two, day } = card
    const [winner, opponent] = field.circle ? inCircle(entries, one, two) : byStrength(one, two, chance)
    const edge = Math.min(1, Math.abs(winner.strength - opponent.strength) / 1.6)
    const course = field.circle || areHers(card) ? playOut(chance, edge) : playSomehow(chance, edge)
    const story = herStories[hers.indexOf(card)] ?? (answers.percent(55) ? 'confirmed' : 'silence')
    const drawn = chance.pick([...winner.people, ...winner.people, ...opponent.people])
    // The demo player's matches wait for her answer, so her opponents report them.
    const reporter = hers.includes(card) ? (isHers(winner) ? opponent : winner).people[0] : drawn
    const [side, other] = reporter && winner.people.includes(reporter) ? [winner, opponent] : [opponent, winner]
    // Between 7:30 p.m. and midnight: all areas are four or five hours behind UTC.
    const evening = new Date(`${addDays(day, 1)}T00:${30 + chance.below(30)}:00Z`)
    const at = story === 'open' ? new Date(Math.max(evening.getTime(), demo.now.getTime() - 10_800_000)) : evening
    const score = scoreOf(course, {
      reported_by_id: idOf(demo, reporter ?? drawn),
      match_date: day,
      match_area: field.area,
      match_location: `${chance.pick(courtsOf(field.area))}, court ${1 + chance.below(6)}`,
    })
    return {
      match: { id: idOfMatch(card), entry_one_id: one.entry_id },
      score,
      side_entry_id: side.entry_id,
      winner_entry_id: winner.entry_id,
      at,
      story,
      other: { entry_id: other.entry_id, player_id: idOf(demo, other.people[0] ?? drawn) },
    }
  })
  await storeReports(demo.tx, reports, demo.now)
  return { cards, idOfMatch }
}

const times = ['08:30', '09:00', '10:00', '12:00', '17:00', '17:30', '18:00']

/** The field's entries in the order in which they joined. */
async function listEntries(demo: Demo, { league_id, sides }: Field): Promise<Entry[]> {
  const stored = await demo.tx
    .selectFrom('entry_players')
    .select(['entry_id', 'player_id'])
    .where('league_id', '=', league_id)
    .where('position', '=', 1)
    .orderBy('entry_id')
    .execute()
  return stored.flatMap(({ entry_id, player_id }) => {
    const side = sides.find(({ people }) => people[0] && idOf(demo, people[0]) === player_id)
    return side ? [{ ...side, entry_id }] : []
  })
}

function pairUp({ starting_date, ending_date }: SeasonEdition, entries: readonly Entry[], chance: Chance): Pairing[] {
  const rounds = roundRobin(entries.map(({ entry_id }) => entry_id))
  const spans = spreadRounds(rounds.length, starting_date, ending_date)
  const entry = new Map(entries.map((each) => [each.entry_id, each]))
  return rounds.flatMap(({ round, pairs }, index) =>
    pairs.flatMap(([first, second]) => {
      const [one, two, span] = [entry.get(first), entry.get(second), spans[index]]
      if (!one || !two || !span) return []
      const day = addDays(span.from, chance.below(daysBetween(span.from, span.to) + 1))
      return [{ round, one, two, day, time: chance.pick(times), from: span.from, to: span.to }]
    }),
  )
}

/** Most past matches were played, and an ended season has no open ones. The next matches have a date. */
function deal({ today }: Demo, pairing: Pairing, stage: Stage, chance: Chance): Card[] {
  const { day, round } = pairing
  if (day < today) {
    if (!chance.percent(8)) return [{ ...pairing, match_date: day, played: true }]
    return stage === 'ended' ? [] : [{ ...pairing, match_date: chance.percent(50) ? day : null, played: false }]
  }
  const isNear = round === 1 || daysBetween(today, day) <= 12
  return [{ ...pairing, match_date: isNear && chance.percent(70) ? day : null, played: false }]
}

/**
 * The demo player's matches cover every kind of card: upcoming with and without a date, waiting for a score, and
 * played.
 */
function dealHers({ today }: Demo, pairings: readonly Pairing[]): Card[] {
  const inOrder = pairings.toSorted((a, b) => a.round - b.round)
  const firstToCome = Math.min(inOrder.findIndex(({ day }) => day >= today) >>> 0, inOrder.length - 2)
  const soon = addDays(today, 2)
  return inOrder.map((pairing, index) => {
    const { day } = pairing
    if (index === firstToCome) return { ...pairing, match_date: day > soon ? day : soon, played: false }
    if (index > firstToCome) return { ...pairing, match_date: null, played: false }
    return { ...pairing, match_date: day, played: index < firstToCome - 1 || index < 4 }
  })
}

async function insertMatches(
  { tx, now }: Demo,
  { starting_date }: SeasonEdition,
  field: Field,
  cards: readonly Card[],
): Promise<(card: Card) => number> {
  const drawn_at = new Date(`${addDays(starting_date, -1)}T05:30:00Z`)
  const created_at = drawn_at < now ? drawn_at : now
  // On the evening of the round's first day, by each side in turn.
  const arrangedAt = (from: string) => {
    const evening = new Date(`${from}T23:10:00Z`)
    return evening < now ? evening : created_at
  }
  const stored = await tx
    .insertInto('matches')
    .values(
      cards.map(({ one, two, round, match_date, time, from, to }) => ({
        league_id: field.league_id,
        area: field.area,
        entry_one_id: one.entry_id,
        entry_two_id: two.entry_id,
        round,
        play_from: from,
        play_by: to,
        match_date,
        match_time: match_date && time,
        match_location: match_date === null ? '' : courtOfRound(field, round),
        court_id: match_date === null ? null : namedCourt(sql`${field.area}`, sql`${courtOfRound(field, round)}::text`),
        arranged_side: match_date === null ? null : (round % 2) + 1,
        arranged_at: match_date === null ? null : arrangedAt(from),
        created_at,
      })),
    )
    .returning(['id', 'entry_one_id', 'entry_two_id'])
    .execute()
  await tx.updateTable('entries').set({ drawn_at: created_at }).where('league_id', '=', field.league_id).execute()
  const ids = new Map(stored.map(({ id, entry_one_id, entry_two_id }) => [`${entry_one_id}-${entry_two_id}`, id]))
  return ({ one, two }) => {
    const id = ids.get(`${one.entry_id}-${two.entry_id}`)
    if (id === undefined) throw new Error('the match was not stored')
    return id
  }
}

/** The rounds of a league rotate through the courts of its area. */
function courtOfRound({ area, league_id }: Field, round: number): string {
  const courts = courtsOf(area)
  return courts[(league_id + round) % courts.length] ?? ''
}

export function areHers({ one, two }: Pairing): boolean {
  return isHers(one) || isHers(two)
}

export function isHers({ people }: Side): boolean {
  return people.some(({ email }) => email === demoPlayer.email)
}

function byStrength(one: Entry, two: Entry, chance: Chance): [winner: Entry, opponent: Entry] {
  const odds = 1 / (1 + Math.exp((two.strength - one.strength) * 1.8))
  return chance.next() < odds ? [one, two] : [two, one]
}

/** The strongest entry beats everybody. The next three, including the demo player, beat each other in a circle. */
function inCircle(entries: readonly Entry[], one: Entry, two: Entry): [winner: Entry, opponent: Entry] {
  const [strongest, ...others] = entries.filter((entry) => !isHers(entry)).toSorted((a, b) => b.strength - a.strength)
  const seats = [strongest, ...entries.filter(isHers), ...others]
  const [high, low] = seats.indexOf(one) < seats.indexOf(two) ? [one, two] : [two, one]
  const closesCircle = seats.indexOf(high) === 1 && seats.indexOf(low) === 3
  return closesCircle ? [low, high] : [high, low]
}

/** A random result: most matches are completed. */
export function playSomehow(chance: Chance, edge: number): Course {
  const luck = chance.below(1000)
  if (luck < 25) return breakOff(chance, 'Opponent did not show')
  if (luck < 50) return breakOff(chance, 'Canceled within 4 hours of match')
  if (luck < 85) return breakOff(chance, 'Retired')
  if (luck < 100) return breakOff(chance, 'Match ended in a tie')
  return playOut(chance, edge)
}

/** A person's player id. */
export function idOf({ ids }: Demo, { email }: Pick<Person, 'email'>): number {
  const id = ids.get(email)
  if (id === undefined) throw new Error(`${email} was not stored`)
  return id
}
