import { enterConfirmed } from '#/features/checkout/entry-queries.ts'
import { findOrderByToken, insertOrder } from '#/features/checkout/queries.ts'
import { insertInvitation } from '#/features/pairs/queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { saleDays, seasonTemplates, type SeasonEdition } from '#/rules/season.ts'
import type { Tx } from '#/server/db.ts'
import { createTestToken, openTestPayments } from '#/server/outside/payments-test.ts'
import { arrangeCards } from './arranging.ts'
import { chanceOf, type Chance } from './chance.ts'
import { idOf, playLeague, type Demo, type Field, type Stage } from './league.ts'
import { demoPlayer } from './people.ts'
import { playPlayoffs } from './playoffs.ts'
import { settleOrder } from '#/features/checkout/settle-actions.ts'

/**
 * The season that the demo player plays in now: the newest that is no longer on sale and ended only recently, so that she
 * can still buy the seasons on sale; if there is none, the next one on sale.
 */
export function findCurrentEdition(editions: readonly SeasonEdition[], today: string): SeasonEdition | undefined {
  const running = editions.findLast(
    (edition) => !isOnSale(edition, today) && daysBetween(edition.ending_date, today) <= 3,
  )
  return running ?? editions.find((edition) => isOnSale(edition, today))
}

function isOnSale({ starting_date }: SeasonEdition, today: string): boolean {
  return today <= addDays(starting_date, saleDays)
}

/** Orders, entries, schedule and results of one season, up to today. */
export async function playEdition(
  demo: Demo,
  edition: SeasonEdition,
  editions: readonly SeasonEdition[],
  current: SeasonEdition | undefined,
): Promise<void> {
  const { today } = demo
  const next = editions.find(({ starting_date }) => starting_date > today)
  const stage =
    edition.ending_date < today && edition !== current
      ? 'ended'
      : edition.starting_date <= today || edition === next
        ? 'open'
        : 'early'
  const lastEnded = editions.findLast((each) => each.ending_date < today && each !== current)
  const isHers = edition === current || stage === 'ended'
  const { season_id, fields } = await planFields(demo, edition, stage, { isHers, hasCircle: edition === lastEnded })

  const chance = chanceOf(`${edition.slug} ${edition.year} orders`)
  const purchases = fields.flatMap((field) =>
    field.sides.map((side) => ({ field, side, at: orderedAt(demo, edition, side.people.length > 1, chance) })),
  )
  if (edition === current) await askSomebody(demo, edition, season_id)
  for (const { field, side, at } of purchases.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const [buyer, partner] = side.people
    if (!buyer) continue
    const order = {
      player_id: idOf(demo, buyer),
      season_id,
      area: field.area,
      lines: [{ league_id: field.league_id, price_cents: field.price_cents }],
    }
    const isHerFirst = buyer.email === demoPlayer.email && edition === editions[0]
    if (isHerFirst || chance.percent(3))
      await placeOrder(demo.tx, order, cards.declined, new Date(at.getTime() - 4 * 60_000))
    await placeOrder(demo.tx, order, cards.paid, at)
    if (partner) await addPartner(demo, field, order.player_id, idOf(demo, partner))
  }
  if (edition === next) await leaveOrderOpen(demo, season_id, fields)
  if (stage === 'early') return
  for (const field of fields) {
    const played = await playLeague(demo, edition, field, { stage, isHerCurrent: field.own && edition === current })
    if (played && edition === current) await arrangeCards(demo, field, played.cards, played.idOfMatch)
  }
  // The last season everywhere, the ones before in the demo player's own league: one of hers has its champion.
  if (stage === 'ended')
    for (const field of fields) if (edition === lastEnded || field.own) await playPlayoffs(demo, edition, field)
}

async function planFields(
  demo: Demo,
  { slug, year }: SeasonEdition,
  stage: Stage,
  { isHers, hasCircle }: { isHers: boolean; hasCircle: boolean },
): Promise<{ season_id: number; fields: Field[] }> {
  const leagues = await demo.tx
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'leagues.id as league_id',
      'leagues.season_id',
      'leagues.area',
      'divisions.slug as division',
      'divisions.kind',
      'divisions.level',
      'divisions.gender',
      'divisions.price_cents',
    ])
    .where('seasons.slug', '=', slug)
    .where('seasons.year', '=', year)
    .execute()
  const season_id = leagues[0]?.season_id
  if (season_id === undefined) throw new Error(`the season ${slug} ${year} was not opened`)

  const chance = chanceOf(`${slug} ${year} fields`)
  const turn = seasonTemplates.findIndex((template) => template.slug === slug)
  const singles = demo.pools.flatMap((pool, position): Field[] => {
    const league = leagues.find(
      ({ kind, area, level, gender }) =>
        kind === 'singles' && area === pool.area && level === pool.level && gender === pool.gender,
    )
    const own = pool.people[0]?.email === demoPlayer.email
    const plays = stage === 'early' ? position % 6 === 2 : own || (position + turn) % 2 === 0
    if (!league || !plays) return []
    const size =
      stage === 'early' ? 3 : own ? pool.people.length : Math.max(5, pool.people.length - 1 - chance.below(2))
    const people = pool.people.filter(({ email }) => isHers || email !== demoPlayer.email).slice(0, size)
    return [
      {
        ...league,
        sides: people.map((person) => ({ people: [person], strength: person.strength })),
        circle: own && hasCircle,
        own,
      },
    ]
  })
  const doubles = demo.doubles.flatMap((field): Field[] => {
    const league = leagues.find((each) => each.division === field.division && each.area === field.area)
    if (!league || stage === 'early' || !field.seasons.includes(slug)) return []
    const pairs = field.pairs.filter((pair) => isHers || pair.every(({ email }) => email !== demoPlayer.email))
    return [
      {
        ...league,
        sides: pairs.map((pair) => ({ people: pair, strength: (pair[0].strength + pair[1].strength) / 2 })),
        circle: false,
        own: false,
      },
    ]
  })
  return { season_id, fields: [...doubles, ...singles] }
}

const hour = 3_600_000

/** In the five weeks before the season, and never in the future. Doubles first, so that singles are the newest league. */
function orderedAt({ today, now }: Demo, { starting_date }: SeasonEdition, isDoubles: boolean, chance: Chance): Date {
  const day = addDays(starting_date, isDoubles ? -30 - chance.below(8) : -1 - chance.below(28))
  const at = new Date(`${day}T${13 + chance.below(10)}:${10 + chance.below(50)}:00Z`)
  if (day < today) return at
  return new Date(now.getTime() - Math.round(((isDoubles ? 15 : 1) + chance.next() * 14) * 24 * hour))
}

/** The test provider's cards (server/outside/payments-test.ts). */
export const cards = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authenticate: '4000 0025 0000 3155',
} as const

type NewOrder = Omit<Parameters<typeof insertOrder>[1], 'confirmation_token'>

/** A complete checkout, as the purchase call does it. */
export async function placeOrder(tx: Tx, order: NewOrder, number: string, at: Date): Promise<void> {
  const card = { number, exp_month: 12, exp_year: at.getUTCFullYear() + 3, cvc: '123' }
  const confirmation_token = await createTestToken(tx, card, at)
  await insertOrder(tx, { ...order, confirmation_token }, at)
  const stored = await findOrderByToken(tx, confirmation_token)
  if (!stored) throw new Error('the order was not stored')
  if (stored.status !== 'Pending') return enterConfirmed(tx, stored.id, at)
  const answer = await openTestPayments(tx).charge(
    { order_id: stored.id, idempotency_key: stored.id, amount_cents: stored.total_cents, confirmation_token },
    at,
  )
  await settleOrder(tx, stored.id, answer, at)
}

/** A player whose bank still waits for authentication: a Pending purchase. */
async function leaveOrderOpen(demo: Demo, season_id: number, fields: readonly Field[]): Promise<void> {
  const field = fields.find(({ own, sides }) => !own && sides[0]?.people.length === 1)
  const entered = field?.sides.flatMap(({ people }) => people) ?? []
  const first = entered[0]
  const absent = demo.pools
    .flatMap(({ people }) => people)
    .find((person) => person.area === first?.area && person.gender === first.gender && !entered.includes(person))
  if (!field || !absent) return
  const lines = [{ league_id: field.league_id, price_cents: field.price_cents }]
  await placeOrder(
    demo.tx,
    { player_id: idOf(demo, absent), season_id, area: field.area, lines },
    cards.authenticate,
    new Date(demo.now.getTime() - hour / 2),
  )
}

/** The demo player has also entered mixed doubles; her partner has not answered yet. */
async function askSomebody(demo: Demo, edition: SeasonEdition, season_id: number): Promise<void> {
  const area = 'south-bend'
  const { tx, now } = demo
  const league = await tx
    .selectFrom('leagues')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id as league_id', 'divisions.price_cents'])
    .where('leagues.season_id', '=', season_id)
    .where('leagues.area', '=', area)
    .where('divisions.slug', '=', 'mixed-doubles')
    .executeTakeFirstOrThrow()
  const at = orderedAt(demo, edition, true, chanceOf(`${edition.slug} ${edition.year} mixed doubles`))
  const player_id = idOf(demo, demoPlayer)
  await placeOrder(tx, { player_id, season_id, area, lines: [league] }, cards.paid, at)
  const { entry_id } = await tx
    .selectFrom('entry_players')
    .select('entry_id')
    .where('league_id', '=', league.league_id)
    .where('player_id', '=', player_id)
    .executeTakeFirstOrThrow()
  const partner = { full_name: 'Julian Mercer', email: 'julian.mercer@deuce.example' }
  await insertInvitation(tx, entry_id, partner, new Date(now.getTime() - 20 * hour))
}

async function addPartner(
  { tx, now }: Demo,
  { league_id }: Field,
  player_id: number,
  partner_id: number,
): Promise<void> {
  const { entry_id } = await tx
    .selectFrom('entry_players')
    .select('entry_id')
    .where('league_id', '=', league_id)
    .where('player_id', '=', player_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('entry_players')
    .values({ entry_id, league_id, player_id: partner_id, position: 2, agreed_at: now })
    .execute()
}
