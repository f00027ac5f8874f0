import { insertEvent, insertOffer } from '#/features/arranging/change-queries.ts'
import { findTimeZone } from '#/features/matches/queries.ts'
import { offerExpiry, type Side } from '#/rules/arranging.ts'
import { addDays, instantInZone } from '#/rules/day.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { courtsOf } from './courts.ts'
import { areHers, idOf, isHers, type Card, type Demo, type Field } from './league.ts'

const hourMs = 3_600_000

/**
 * Arranges the open matches of a running league: the demo player has an offer to answer, one that waits for the other
 * side, and a match agreed through an offer. Of the matches past their window, some had offers and some had none.
 */
export async function arrangeCards(
  demo: Demo,
  field: Field,
  cards: readonly Card[],
  idOfMatch: (card: Card) => number,
): Promise<void> {
  const { today, now } = demo
  const open = cards.filter(({ played }) => !played)
  const hers = open.filter(areHers).toSorted((a, b) => a.round - b.round)
  const [agreed] = hers.filter(({ match_date }) => match_date !== null && match_date >= today)
  const undated = hers.filter(({ match_date }) => match_date === null)
  const [asked, waiting] = [undated.at(-1), undated.at(-2)]
  const arranged = { demo, field, time_zone: await findTimeZone(demo.tx, field.area) }
  const ahead = [
    { match_date: addDays(today, 3), match_time: '18:00' },
    { match_date: addDays(today, 4), match_time: '18:30' },
    { match_date: addDays(today, 6), match_time: '10:00' },
  ]
  const dayAgo = new Date(now.getTime() - 20 * hourMs)
  if (asked) {
    const times = ahead.filter(({ match_date }) => match_date <= asked.to)
    await offer(
      arranged,
      asked,
      idOfMatch(asked),
      { side: otherSide(asked), times, note: 'I bring new balls.' },
      dayAgo,
    )
  }
  if (waiting) {
    const match_id = idOfMatch(waiting)
    const times = ahead.filter(({ match_date }) => match_date <= waiting.to).slice(0, 2)
    await write(
      demo,
      waiting,
      match_id,
      otherSide(waiting),
      'I am back from Chicago on the weekend. When can you play?',
      30,
    )
    await offer(arranged, waiting, match_id, { side: herSide(waiting), times, note: '' }, dayAgo)
    await write(demo, waiting, match_id, herSide(waiting), 'Does one of these work for you?', 19)
  }
  if (agreed)
    await write(demo, agreed, idOfMatch(agreed), otherSide(agreed), 'I have booked court 2. See you there!', 5)
  for (const card of open)
    if (!areHers(card) && card.match_date === null && card.to < today) await tryInVain(arranged, card, idOfMatch(card))
}

type Arranged = { demo: Demo; field: Field; time_zone: string }
type Offered = { side: Side; times: { match_date: string; match_time: string }[]; note: string }

/** An attempt in its window that failed: one side offered, or both, or neither. */
async function tryInVain(arranged: Arranged, card: Card, match_id: number): Promise<void> {
  const at = new Date(`${card.from}T15:00:00Z`)
  const days = [addDays(card.from, 4), addDays(card.from, 5)].filter((day) => day <= card.to)
  const times = days.map((match_date) => ({ match_date, match_time: '18:00' }))
  const sides: Side[] = match_id % 3 === 0 ? [1] : match_id % 3 === 1 ? [2, 1] : []
  for (const side of times.length === 0 ? [] : sides)
    await offer(arranged, card, match_id, { side, times, note: '' }, at)
}

async function offer(
  { demo, field, time_zone }: Arranged,
  card: Card,
  match_id: number,
  { side, times, note }: Offered,
  at: Date,
): Promise<void> {
  const player_id = playerOf(demo, card, side)
  const match_location = courtsOf(field.area)[0] ?? ''
  const placed = times.flatMap((time) => {
    const starts_at = instantInZone(time.match_date, time.match_time, time_zone)
    return typeof starts_at === 'string' ? [] : [{ ...time, match_location, court_id: null, starts_at, suits: null }]
  })
  if (player_id === null || placed.length === 0) return
  const instants = placed.map(({ starts_at }) => ({ starts_at: starts_at.getTime() }))
  const expires_at = new Date(offerExpiry(at.getTime(), instants, standardRules))
  const offer_id = await insertOffer(demo.tx, { match_id, side, player_id, note, expires_at }, placed, at)
  await insertEvent(demo.tx, { match_id, kind: 'offered', side, player_id, offer_id }, at)
}

async function write(demo: Demo, card: Card, match_id: number, side: Side, text: string, hours: number): Promise<void> {
  const player_id = playerOf(demo, card, side)
  if (player_id === null) return
  const at = new Date(demo.now.getTime() - hours * hourMs)
  await insertEvent(demo.tx, { match_id, kind: 'message', side, player_id, text }, at)
}

function playerOf(demo: Demo, card: Card, side: Side): number | null {
  const [person] = (side === 1 ? card.one : card.two).people
  return person ? idOf(demo, person) : null
}

function herSide({ one }: Card): Side {
  return isHers(one) ? 1 : 2
}

function otherSide(card: Card): Side {
  return herSide(card) === 1 ? 2 : 1
}
