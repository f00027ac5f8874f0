import { createHash } from 'node:crypto'
import { formatDay } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
import { formatCents } from '#/contract/money.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { BulkAct } from '#/organizer/desk/bulk-contract.ts'
import { listEntries } from '#/organizer/entries/queries.ts'
import { readMatchFilter } from '#/organizer/matches/filter.ts'
import { listOrganizerMatchRows } from '#/organizer/matches/queries.ts'
import { planMessage, type Draft } from '#/organizer/messages/actions.ts'
import { reasonTexts } from '#/organizer/messages/audience.ts'
import { listPlayers } from '#/organizer/players/queries.ts'
import { closingProblemOf } from '#/organizer/seasons/closing-actions.ts'
import { countOpenMatches, findStoredSeason, listResultsOutside, listSeasonsPage } from '#/organizer/seasons/queries.ts'
import { addDays } from '#/rules/day.ts'
import type { Db } from '#/server/db.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { MOST_AT_ONCE, type BulkRequest } from './contract.ts'
import {
  findEntries,
  findLeagues,
  findMatches,
  listEntriesOf,
  listNames,
  listPlayersIn,
  type EntryFacts,
  type LeagueFacts,
} from './queries.ts'

/** The single steps of a task. An act on a league first ends the league, and then has a step for each of its entries. */
export type StepKind = 'move' | 'withdraw' | 'limit' | 'walkover' | 'end_league' | 'close' | 'message'
export type Step = { step: StepKind; subject: number; text: string }

/** One chosen thing that changes. `facts` are other values that the change depends on. */
type Will = { id: number; text: string; steps: Step[]; facts?: unknown }
type LeftOut = { id: number; why: string }

/** The things that an act would change, and those that it leaves out. */
export type Plan = { will: Will[]; left_out: LeftOut[]; refund_cents: number; cash_cents: number }

type Organizer = Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>
type Request<A extends BulkAct> = Extract<BulkRequest, { act: A }>

/** Plans an act for an organizer. Refuses not_allowed, not_your_area, and by field a target or a filter that does not do. */
export function planBulk(db: Db, organizer: SignedIn, request: BulkRequest, now: Date): Promise<Plan> {
  switch (request.act) {
    case 'move':
      return planMove(db, organizer, request, now)
    case 'withdraw':
      return planWithdraw(db, organizer, request)
    case 'limit':
      return planLimit(db, organizer, request, now)
    case 'walkover':
      return planWalkover(db, organizer, request, now)
    case 'merge_leagues':
      return planMerge(db, organizer, request, now)
    case 'cancel_league':
      return planCancel(db, organizer, request, now)
    case 'close':
      return planClose(db, organizer, request, now)
    case 'message':
      return planMessages(db, organizer, request, now)
  }
}

/** Identifies a request of an organizer and everything that it would change. */
export function fingerprintOf(organizer_id: number, request: BulkRequest, { will }: Plan): string {
  const { selection: _chosen, ...act } = request
  return hash([organizer_id, act, will.map(({ id, text, steps, facts }) => [id, text, steps, facts])])
}

export function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/** Sorts each found thing, or each id that was not found, into what happens and what is left out. */
function sort<F extends { id: number }>(
  ids: readonly number[],
  found: readonly F[],
  missing: string,
  decide: (facts: F) => Omit<Will, 'id'> | string,
): Pick<Plan, 'will' | 'left_out'> {
  const known = new Set(found.map(({ id }) => id))
  const will: Will[] = []
  const left_out: LeftOut[] = []
  for (const facts of found) {
    const decided = decide(facts)
    if (typeof decided === 'string') left_out.push({ id: facts.id, why: decided })
    else will.push({ id: facts.id, ...decided })
  }
  for (const id of new Set(ids)) if (!known.has(id)) left_out.push({ id, why: missing })
  return { will, left_out }
}

const none = { refund_cents: 0, cash_cents: 0 }
const firstPage = { page: 1, per_page: MOST_AT_ONCE + 1 }

/** The ids of a filter's rows. Refuses too many. */
function idsOf(rows: readonly { id: number }[]): number[] {
  if (rows.length > MOST_AT_ONCE)
    refuse('invalid', {
      fields: {
        'selection.filter': `This is more than ${formatNumber(MOST_AT_ONCE)} at once. Please narrow the filter down.`,
      },
    })
  return rows.map(({ id }) => id)
}

async function entryIdsOf(db: Db, organizer: Organizer, { selection }: Request<'move' | 'withdraw'>) {
  if (selection.ids) return selection.ids
  const { state, ...filter } = selection.filter ?? { state: 'standing' as const }
  if (state === 'invited')
    refuse('invalid', {
      fields: { 'selection.filter': 'An invitation is not an entry yet. Please choose another state.' },
    })
  const areas = organizerAreas(organizer, 'area' in filter ? filter.area : undefined)
  return idsOf((await listEntries(db, { ...filter, ...firstPage, state, areas })).entries)
}

const NO_ENTRY = 'We cannot find this entry in your areas.'
const NO_LEAGUE = 'We cannot find this league in your areas.'

/** Why an entry cannot change at all. Null if it can. */
function goneReason({ names, level_name, counts, leaving }: EntryFacts): string | null {
  if (leaving) return `${names} ${areOf(names)} leaving ${level_name} already: the refund is on its way.`
  return counts ? null : `${names} ${areOf(names)} no longer in ${level_name}.`
}

async function planMove(db: Db, organizer: Organizer, request: Request<'move'>, now: Date): Promise<Plan> {
  const { organizer_areas } = organizer
  const today = saleDay(now)
  const [to] = await findLeagues(db, { ids: [request.league_id] }, organizer_areas, today)
  if (!to) refuse('invalid', { fields: { league_id: 'Please choose a league of your areas.' } })
  if (to.canceled) refuse('invalid', { fields: { league_id: `${to.title} has been canceled.` } })
  const ids = await entryIdsOf(db, organizer, request)
  const found = await findEntries(db, ids, organizer_areas)
  const taken = await listPlayersIn(
    db,
    to.id,
    found.flatMap(({ player_ids }) => player_ids),
  )
  let free = to.capacity === null ? Infinity : to.capacity - to.taken
  const sorted = sort(ids, found, NO_ENTRY, (entry) => {
    const { names, player_ids, results, open_matches } = entry
    const gone = goneReason(entry)
    if (gone) return gone
    if (entry.league_id === to.id) return `${names} ${areOf(names)} in ${to.level_name} already.`
    if (entry.area !== to.area) return `${names} ${verb(names, 'plays', 'play')} in another area: ${entry.league}.`
    if (entry.season_id !== to.season_id) return `${names} ${verb(names, 'plays', 'play')} in another season.`
    if (entry.kind !== to.kind)
      return `${names} ${verb(names, 'plays', 'play')} ${entry.kind}, and ${to.level_name} is ${to.kind}.`
    if (entry.ending_date < today) return `The season of ${names} is over.`
    if (results > 0 && !request.keep_results)
      return `${names} ${verb(names, 'has', 'have')} played ${countOf(results, 'match', 'matches')} in ${entry.level_name}.`
    if (player_ids.some((id) => taken.has(id))) return `${names} ${areOf(names)} in ${to.level_name} as well.`
    if (free <= 0) return `${to.level_name} is full. ${names} ${verb(names, 'stays', 'stay')}.`
    free -= 1
    for (const id of player_ids) taken.add(id)
    const details = [
      results > 0 && `${countOf(results, 'result stays', 'results stay')} in ${entry.level_name}`,
      open_matches > 0 && `${countOf(open_matches, 'open match is', 'open matches are')} deleted`,
      formatPriceDifference(to.price_cents - entry.price_cents, entry),
    ].filter(Boolean)
    const text = `${names} ${verb(names, 'moves', 'move')} from ${entry.league} to ${to.title}${details.length === 0 ? '' : ` (${details.join('; ')})`}.`
    return { text, steps: [{ step: 'move', subject: entry.id, text }] }
  })
  return { ...sorted, ...none }
}

function formatPriceDifference(more: number, { price_cents }: EntryFacts): string | null {
  if (more === 0 || price_cents === 0) return null
  return `${more > 0 ? `costs ${formatCents(more)} more` : `costs ${formatCents(-more)} less`} than was paid; no money moves`
}

async function planWithdraw(db: Db, organizer: Organizer, request: Request<'withdraw'>): Promise<Plan> {
  const ids = await entryIdsOf(db, organizer, request)
  const found = await findEntries(db, ids, organizer.organizer_areas)
  const sorted = sort(ids, found, NO_ENTRY, (entry) => {
    const gone = goneReason(entry)
    if (gone) return gone
    if (request.refund && entry.disputed) return disputedReason(entry)
    if (request.refund && entry.paid_by === 'cash')
      return `${entry.names} paid ${formatCents(entry.cash_left_cents)} in cash. Please return it by hand, and withdraw this entry by itself.`
    const text = withdrawalText(entry, request.refund)
    return { text, steps: [{ step: 'withdraw', subject: entry.id, text }] }
  })
  return { ...sorted, ...(request.refund ? sumsOf(found, sorted.will) : none) }
}

function disputedReason({ names }: EntryFacts): string {
  return `The bank is deciding about a dispute of the payment of ${names}.`
}

/** "Monica Nolan leaves Women's Singles 3.5, Richmond and is refunded $49.50." */
export function withdrawalText({ names, league, sealed, open_matches, ...money }: EntryFacts, refund: boolean): string {
  const stays = sealed ? ' The season is over, so the table stays.' : ''
  const deleted =
    open_matches > 0 && !sealed ? ` (${countOf(open_matches, 'open match is', 'open matches are')} deleted)` : ''
  return `${names} ${verb(names, 'leaves', 'leave')} ${league}${deleted} ${refund ? `and ${moneyText(names, money)}` : 'without a refund'}.${stays}`
}

function moneyText(
  names: string,
  { paid_by, left_cents, cash_left_cents }: Pick<EntryFacts, 'paid_by' | 'left_cents' | 'cash_left_cents'>,
) {
  if (paid_by === 'card') return `${areOf(names)} refunded ${formatCents(left_cents)}`
  if (paid_by === 'cash') return `paid ${formatCents(cash_left_cents)} in cash, to be returned by hand`
  return paid_by === 'free_season' ? `${verb(names, 'gets', 'get')} the free season back` : 'paid nothing'
}

/** The sums that go back to cards and by hand for the entries with a step. */
function sumsOf(entries: readonly EntryFacts[], will: readonly Will[]): Pick<Plan, 'refund_cents' | 'cash_cents'> {
  const leaving = new Set(
    will.flatMap(({ steps }) => steps.flatMap((each) => (each.step === 'withdraw' ? each.subject : []))),
  )
  const sums = { refund_cents: 0, cash_cents: 0 }
  for (const { id, paid_by, left_cents, cash_left_cents } of entries)
    if (!leaving.has(id)) continue
    else if (paid_by === 'card') sums.refund_cents += left_cents
    else if (paid_by === 'cash') sums.cash_cents += cash_left_cents
  return sums
}

/** The chosen leagues, with their ids. */
async function leaguesOf(
  db: Db,
  organizer: Organizer,
  { selection }: Request<'limit' | 'merge_leagues' | 'cancel_league'>,
  now: Date,
): Promise<{ ids: number[]; found: LeagueFacts[] }> {
  const areas = organizerAreas(organizer, selection.filter?.area)
  const { ids, filter } = selection
  const found = await findLeagues(
    db,
    ids ? { ids } : { season_id: filter?.season_id ?? 0, division: filter?.division },
    areas,
    saleDay(now),
  )
  return { ids: ids ?? idsOf(found), found }
}

async function planLimit(db: Db, organizer: Organizer, request: Request<'limit'>, now: Date): Promise<Plan> {
  const { capacity } = request
  const { ids, found } = await leaguesOf(db, organizer, request, now)
  const limit = capacity === null ? 'no limit' : `a limit of ${capacity}`
  const sorted = sort(ids, found, NO_LEAGUE, (league) => {
    if (league.over) return `The season of ${league.title} is over.`
    if (league.canceled) return `${league.title} has been canceled.`
    if (league.capacity === capacity) return `${league.title} has ${limit} already.`
    const before = league.capacity === null ? 'no limit' : league.capacity
    const full = capacity !== null && league.taken >= capacity ? ', so it is full' : ''
    const text = `${league.title}: ${limit} instead of ${before}; ${countOf(league.taken, 'place is', 'places are')} taken${full}${league.waiting > 0 ? `, ${league.waiting} waiting` : ''}.`
    return { text, steps: [{ step: 'limit', subject: league.id, text }] }
  })
  return { ...sorted, ...none }
}

async function planWalkover(db: Db, organizer: Organizer, request: Request<'walkover'>, now: Date): Promise<Plan> {
  const { selection, player_id } = request
  const ids = selection.ids ?? (await matchIdsOf(db, organizer, selection.filter ?? {}, now))
  const about = { areas: organizer.organizer_areas, player_id, organizer_id: organizer.id }
  const found = await findMatches(db, ids, about, now)
  const sorted = sort(ids, found, 'We cannot find this match in your areas.', (match) => {
    const { one, two, side, league } = match
    const title = `${one} against ${two}`
    if (side === null) return `The chosen player does not play in ${title}.`
    if (match.canceled) return `${title} is canceled.`
    if (match.has_score) return `${title} has a score.`
    if (match.own) return `You play in ${title} yourself. Another organizer has to award it.`
    if (!match.overdue)
      return match.due === null
        ? `${title} has no day by which it is to be played.`
        : `${title} can still be played until ${formatDay(wireDay(match.due))}. Only an overdue match can be awarded.`
    const [winner, loser] = side === 1 ? [two, one] : [one, two]
    const text = `${winner} ${verb(winner, 'gets', 'get')} a walkover against ${loser} in ${league}.`
    return { text, steps: [{ step: 'walkover', subject: match.id, text }], facts: side }
  })
  return { ...sorted, ...none }
}

async function matchIdsOf(
  db: Db,
  organizer: Organizer,
  query: NonNullable<Request<'walkover'>['selection']['filter']>,
  now: Date,
): Promise<number[]> {
  const asked = await readMatchFilter(db, organizer, query)
  return idsOf((await listOrganizerMatchRows(db, { ...asked, ...firstPage }, now)).matches)
}

async function planMerge(db: Db, organizer: Organizer, request: Request<'merge_leagues'>, now: Date): Promise<Plan> {
  const today = saleDay(now)
  const [into] = await findLeagues(db, { ids: [request.into] }, organizer.organizer_areas, today)
  if (!into) refuse('invalid', { fields: { into: 'Please choose a league of your areas.' } })
  const problem = mergeProblem(into)
  if (problem) refuse('invalid', { fields: { into: problem } })
  const { ids, found } = await leaguesOf(db, organizer, request, now)
  const entries = await listEntriesOf(
    db,
    found.map(({ id }) => id),
  )
  const there = await listPlayersIn(
    db,
    into.id,
    entries.flatMap(({ player_ids }) => player_ids),
  )
  let { taken } = into
  const sorted = sort(ids, found, NO_LEAGUE, (league) => {
    if (league.id === into.id) return `${league.title} is the league that the others go into.`
    if (league.area !== into.area) return `${league.title} is in another area than ${into.title}.`
    if (league.season_id !== into.season_id) return `${league.title} is in another season.`
    if (league.kind !== into.kind || league.sport !== into.sport)
      return `${league.title} and ${into.title} do not play the same: ${league.kind} and ${into.kind}.`
    const reason = mergeProblem(league)
    if (reason) return reason
    const own = entries.filter(({ league_id }) => league_id === league.id)
    if (own.length < league.taken)
      return `A payment for ${league.title} is in progress. Please try again in a few minutes.`
    const both = own.filter(({ player_ids }) => player_ids.some((id) => there.has(id)))
    if (both.length > 0) return `${both.map(({ names }) => names).join(' and ')} would be in ${into.level_name} twice.`
    if (into.capacity !== null && taken + own.length > into.capacity)
      return `${into.title} is limited to ${into.capacity} entries, and would have ${taken + own.length}.`
    taken += own.length
    for (const { player_ids } of own) for (const id of player_ids) there.add(id)
    const differing = [
      league.level !== into.level && `the level is ${into.level ?? 'open'} instead of ${league.level ?? 'open'}`,
      league.price_cents !== into.price_cents &&
        `it costs ${formatCents(into.price_cents)} instead of ${formatCents(league.price_cents)}, and no money moves`,
      league.waiting > 0 && `the wait-list of ${league.waiting} ends`,
    ].filter(Boolean)
    return {
      text: `${league.title} ends, and ${own.length === 0 ? 'has no entries' : `${namesOf(own)} ${own.length === 1 ? verb(namesOf(own), 'moves', 'move') : 'move'} to ${into.title}`}${differing.length === 0 ? '' : ` (${differing.join('; ')})`}.`,
      steps: [
        { step: 'end_league', subject: league.id, text: `${league.title} ends.` },
        ...own.map(({ id, names }): Step => ({
          step: 'move',
          subject: id,
          text: `${names} ${verb(names, 'moves', 'move')} from ${league.title} to ${into.title}.`,
        })),
      ],
    }
  })
  return { ...sorted, ...none }
}

/** Why a league can neither be merged nor be merged into. Null if it can. */
function mergeProblem({ title, over, canceled, drawn, results }: LeagueFacts): string | null {
  if (over) return `The season of ${title} is over.`
  if (canceled) return `${title} has been canceled.`
  if (results > 0)
    return `${title} has played ${countOf(results, 'match', 'matches')}. Leagues can only be merged before the draw.`
  return drawn ? `${title} has been drawn. Leagues can only be merged before the draw.` : null
}

async function planCancel(db: Db, organizer: Organizer, request: Request<'cancel_league'>, now: Date): Promise<Plan> {
  const { ids, found } = await leaguesOf(db, organizer, request, now)
  const entries = await listEntriesOf(
    db,
    found.map(({ id }) => id),
  )
  const sorted = sort(ids, found, NO_LEAGUE, (league) => {
    if (league.over) return `The season of ${league.title} is over, and its table stays.`
    if (league.canceled && league.taken === 0) return `${league.title} is canceled already.`
    if (league.pending > 0) return `A payment for ${league.title} is in progress. Please try again in a few minutes.`
    const own = entries.filter(({ league_id }) => league_id === league.id)
    const details = [
      league.results > 0 && `${countOf(league.results, 'result no longer counts', 'results no longer count')}`,
      league.waiting > 0 && `the wait-list of ${league.waiting} ends`,
      ...own.map((entry) =>
        entry.disputed
          ? `${entry.names} ${verb(entry.names, 'stays', 'stay')} until the bank has decided about the disputed payment`
          : `${entry.names} ${moneyText(entry.names, entry)}`,
      ),
    ].filter(Boolean)
    return {
      text: `${league.title} is canceled, with ${countOf(own.length, 'entry', 'entries')}${details.length === 0 ? '' : `: ${details.join('; ')}`}.`,
      steps: [
        { step: 'end_league', subject: league.id, text: `${league.title} is canceled.` },
        ...own.map((entry): Step => ({ step: 'withdraw', subject: entry.id, text: withdrawalText(entry, true) })),
      ],
    }
  })
  return {
    ...sorted,
    ...sumsOf(
      entries.filter(({ disputed }) => !disputed),
      sorted.will,
    ),
  }
}

async function planClose(db: Db, organizer: Organizer, { selection }: Request<'close'>, now: Date): Promise<Plan> {
  if (organizer.role !== 'owner') refuse('not_allowed')
  const today = saleDay(now)
  const yesterday = addDays(today, -1)
  const areas = organizerAreas(organizer, selection.filter?.area)
  const ids = selection.ids ?? idsOf((await listSeasonsPage(db, firstPage, { areas, today })).seasons)
  const stored = await Promise.all([...new Set(ids)].map((id) => findStoredSeason(db, id)))
  const seasons = await Promise.all(
    stored.flatMap((season) => (season ? [readClosing(db, season, yesterday, now)] : [])),
  )
  const sorted = sort(ids, seasons, 'We cannot find this season.', ({ id, title, problem, outside, ...open }) => {
    if (problem === 'season_over') return `${title} is closed already.`
    if (problem === 'season_not_begun') return `${title} has not begun.`
    if (outside > 0) return `${countOf(outside, 'result', 'results')} of ${title} would no longer count.`
    const waiting = [
      open.unplayed > 0 && countOf(open.unplayed, 'match is not played', 'matches are not played'),
      open.disputed > 0 && `${open.disputed} disputed`,
      open.unconfirmed > 0 && `${open.unconfirmed} unconfirmed`,
    ].filter(Boolean)
    const text = `${title} closes. Matches count until ${formatDay(wireDay(yesterday))}${waiting.length === 0 ? '' : ` (${waiting.join(', ')})`}.`
    return { text, steps: [{ step: 'close', subject: id, text }] }
  })
  return { ...sorted, ...none }
}

/** The draft of a message to these players. */
export function draftOf({ subject, body }: Request<'message'>, players: number[]): Draft {
  return { filter: { players }, subject, body }
}

async function planMessages(db: Db, organizer: SignedIn, request: Request<'message'>, now: Date): Promise<Plan> {
  const { selection } = request
  const ids = selection.ids ?? (await playerIdsOf(db, organizer, selection.filter ?? { state: 'open', sort: 'name' }))
  if (ids.length === 0) return { will: [], left_out: [], ...none }
  const { audience } = await planMessage(db, organizer, draftOf(request, ids), now)
  const names = await listNames(
    db,
    audience.reached.map(({ id }) => id),
  )
  return {
    will: audience.reached.map(({ id }) => ({ id, text: `${names.get(id) ?? ''} gets the message.`, steps: [] })),
    left_out: audience.left_out.map(({ id, name, why }) => ({ id, why: `${name} ${reasonTexts[why]}`.trim() })),
    ...none,
  }
}

async function playerIdsOf(
  db: Db,
  organizer: SignedIn,
  filter: NonNullable<Request<'message'>['selection']['filter']>,
): Promise<number[]> {
  if (filter.area !== undefined) organizerAreas(organizer, filter.area)
  return idsOf((await listPlayers(db, organizer, { ...filter, ...firstPage })).players)
}

async function readClosing(
  db: Db,
  season: NonNullable<Awaited<ReturnType<typeof findStoredSeason>>>,
  yesterday: string,
  now: Date,
) {
  const { id, name, year, starting_date } = season
  const problem = closingProblemOf(season, yesterday)
  const { total: outside } = await listResultsOutside(db, season, { starting_date, counts_until: yesterday })
  return { id, title: `${name} ${year}`, problem, outside, ...(await countOpenMatches(db, id, now)) }
}

function countOf(count: number, one: string, several: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : several}`
}

function namesOf(entries: readonly EntryFacts[]): string {
  return entries.map(({ names }) => names).join(', ')
}

/** The verb for one player or for a pair, which is called by both names: 'Ada Moreno & Grace Lindqvist'. */
function verb(names: string, one: string, pair: string): string {
  return names.includes(' & ') ? pair : one
}

const areOf = (names: string) => verb(names, 'is', 'are')
