import { insertInvitation } from '#/features/pairs/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { saleDays, seasonTemplates, type SeasonEdition } from '#/rules/season.ts'
import { arrangeCards } from './arranging.ts'
import { chanceOf, type Chance } from './chance.ts'
import { idOf, playLeague, type Demo, type Field, type Stage } from './league.ts'
import { cards, placeOrder, storePastOrders, type PastOrder } from './orders.ts'
import { demoPlayer } from './people.ts'
import { playPlayoffs } from './playoffs.ts'

/**
 * The demo player's current season: the newest that is off sale and ended only recently, so that she can still buy
 * those on sale. Without one, the next season on sale.
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

/** Creates the orders, entries, schedule and results of one season, up to today. */
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
  const orders = purchases
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap(({ field, side, at }): PastOrder[] => {
      const [buyer, partner] = side.people
      if (!buyer) return []
      const { league_id, price_cents } = field
      const order = {
        player_id: idOf(demo, buyer),
        season_id,
        area: field.area,
        line: { league_id, price_cents },
        card: 'paid' as const,
        at,
        partner: partner ? { player_id: idOf(demo, partner), agreed_at: demo.now } : null,
      }
      const isHerFirst = buyer.email === demoPlayer.email && edition === editions[0]
      if (!isHerFirst && !chance.percent(3)) return [order]
      return [{ ...order, card: 'declined', at: new Date(at.getTime() - 4 * 60_000) }, order]
    })
  await storePastOrders(demo.tx, orders)
  if (edition === next) await leaveOrderOpen(demo, season_id, fields)
  for (const field of stage === 'early' ? [] : fields) {
    const played = await playLeague(demo, edition, field, { stage, isHerCurrent: field.own && edition === current })
    if (played && edition === current) await arrangeCards(demo, field, played.cards, played.idOfMatch)
  }
  for (const { league_id } of fields) await rebuildLeague(demo.tx, league_id)
  // In the last season every league has play-offs, in earlier seasons only the demo player's, so that one of her
  // leagues has a champion.
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

/** A time in the five weeks before the season, never in the future. Doubles come first, so that singles are the newest league. */
function orderedAt({ today, now }: Demo, { starting_date }: SeasonEdition, isDoubles: boolean, chance: Chance): Date {
  const day = addDays(starting_date, isDoubles ? -30 - chance.below(8) : -1 - chance.below(28))
  const at = new Date(`${day}T${13 + chance.below(10)}:${10 + chance.below(50)}:00Z`)
  if (day < today) return at
  return new Date(now.getTime() - Math.round(((isDoubles ? 15 : 1) + chance.next() * 14) * 24 * hour))
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

/** The demo player has also entered mixed doubles, and her partner has not answered yet. */
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
