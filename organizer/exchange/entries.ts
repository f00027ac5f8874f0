import { email as emailField } from '#/contract/fields.ts'
import { refusals } from '#/contract/refusals.ts'
import { randomUUID } from 'node:crypto'
import { formatName } from '#/contract/format.ts'
import { inviteToLeague } from '#/features/invitations/actions.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import type { Partner } from '#/features/pairs/contract.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { OWN_EMAIL } from '#/organizer/entries/contract.ts'
import type { Action } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { cellOf, Found, isDraft, Problems, type Changes, type CheckTerms, type KnownPlayer } from './check.ts'
import { openPeople, SEVERAL, splitPair, wordOf } from './people.ts'
import type { TableRow } from './rows.ts'
import {
  formatNewLeagues,
  insertLeagues,
  listSealed,
  lockUnsealed,
  openLeagueReader,
  sealedProblem,
  type NamedLeague,
} from './leagues.ts'

/**
 * An entry to create. `invited`: the player lives elsewhere, is invited, and enters by accepting. `partner_id` enters
 * with the player; `partner` lives elsewhere and is invited once the player is in.
 */
export type EntryRow = {
  league: NamedLeague
  player_id: number
  invited: boolean
  partner_id: number | null
  partner: Partner | undefined
}

function unknownProblem(typed: string): string {
  if (!typed.includes('@'))
    return 'No player of yours has this name. Please import the players first, or enter the email.'
  const read = emailField.safeParse(typed)
  return read.success
    ? 'No account has this email. Please import the players first.'
    : (read.error.issues[0]?.message ?? '')
}

type ReadRow = { row: TableRow; league: NamedLeague; email: string; partner_email: string }

/** Checks a file of entries. */
export async function checkEntries(terms: CheckTerms): Promise<Found<EntryRow>> {
  const problems = new Problems('entries', terms)
  const found = new Found<EntryRow>(problems, ['League', 'Player'])
  const readLeague = await openLeagueReader(terms, problems)
  const read: ReadRow[] = []
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const league = readLeague(row)
    const [email = '', of_pair = ''] = splitPair(cellOf(terms, row, 'email'), league)
    const partner_email = wordOf(cellOf(terms, row, 'partner_email')) || of_pair
    if (email === '') problems.add(row, 'email', 'Please enter the player’s email or full name.')
    else if (league) read.push({ row, league, email, partner_email })
  }
  const findPerson = await openPeople(
    terms,
    read.flatMap(({ email, partner_email }) => [email, partner_email]),
  )
  const known_ids = read.flatMap(({ league }) => league.id ?? [])
  const places = await listPlaces(terms, known_ids)
  const sealed = await listSealed(terms.db, known_ids, terms.now)
  const inFile = new Map<string, { line: number; pair: string }>()
  for (const each of read) {
    const named = readPeople(each)
    if (!named) continue
    // The player who enters immediately comes first: they hold the pair's entry.
    const [one, two] = named.toSorted((a, b) => Number(isLocal(terms, b)) - Number(isLocal(terms, a)))
    if (!one) continue
    const people = two ? [one, two] : [one]
    const invited = !isLocal(terms, one)
    const asked = two && !isLocal(terms, two) ? two : undefined
    const { row, league } = each
    const pair = people
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join()
    const keys = people.map(({ id }) => `${league.key} ${id}`)
    const twice = keys.map((key) => inFile.get(key)).find((line) => line !== undefined)
    const [place, other] = people.map(({ id }) => places.get(`${league.id} ${id}`))
    // An invited partner joins later.
    const taken = two && !(asked && other === undefined) ? [place, other] : [place]
    const problem =
      twice && twice.pair !== pair
        ? `Line ${twice.line} already enters this player in this league with somebody else.`
        : problemOf(taken)
    if (problem !== null) {
      problems.add(row, 'email', problem)
      continue
    }
    for (const key of keys) inFile.set(key, { line: row.line, pair })
    const isNew = !twice && !taken.some((known) => known !== undefined)
    if (isNew && league.id !== null && sealed.has(league.id)) {
      problems.add(row, 'season', sealedProblem)
      continue
    }
    const partner = asked && { full_name: formatName(asked), email: asked.email }
    const entry = { league, player_id: one.id, invited, partner_id: two && !asked ? two.id : null, partner }
    const names = people.map((person) => formatName(person) + (isLocal(terms, person) ? '' : ' (invited)'))
    found.add(isNew ? 'new' : 'existing', entry, [league.name, names.join(' & ')])
  }
  found.makes = formatNewLeagues([...new Set(found.rows.map(({ league }) => league))])
  return found

  function readPeople({ row, league, email, partner_email }: ReadRow): KnownPlayer[] | null {
    const one = findPerson(email)
    const two = findPerson(partner_email)
    if (one === SEVERAL) return problems.add(row, 'email', SEVERAL)
    if (two === SEVERAL) return problems.add(row, 'partner_email', SEVERAL)
    if (!one) return problems.add(row, 'email', unknownProblem(email))
    if (one.suspended_at) return problems.add(row, 'email', `${formatName(one)} is suspended.`)
    if (partner_email === '') return [one]
    if (league.division.kind === 'singles')
      return problems.add(row, 'partner_email', 'There are no partners in singles.')
    if (!two) return problems.add(row, 'partner_email', unknownProblem(partner_email))
    if (one.id === two.id) return problems.add(row, 'partner_email', OWN_EMAIL)
    return two.suspended_at ? problems.add(row, 'partner_email', `${formatName(two)} is suspended.`) : [one, two]
  }
}

/**
 * Whether a player's entry counts immediately: they live in the organizer's areas, or the organizer opened the account
 * and nobody has proved to own it.
 */
export function isLocal({ areas, organizer_id }: CheckTerms, player: KnownPlayer): boolean {
  if (player.area !== null) return areas.includes(player.area)
  return isDraft(player) && player.opened_by_id === organizer_id
}

/**
 * A player's position in a league: an entry that counts, one that no longer counts, an unpaid order, or an invitation.
 */
export type Place = number | 'left' | 'pending' | 'invited' | 'declined'

/** Why players with these positions in a league cannot be entered there. Null if they can, or if they already are. */
function problemOf(places: readonly (Place | undefined)[]): string | null {
  if (places.includes('left')) return 'This player has left that league. Please enter them again under Entries.'
  if (places.includes('declined')) return refusals.invitation_declined[1]
  if (places.includes('pending')) return 'An order of this player for this league is being paid right now.'
  return new Set(places).size > 1 ? 'One of the two is already in that league without the other.' : null
}

/** The positions in these leagues, by league and player. */
export async function listPlaces({ db, now }: CheckTerms, league_ids: readonly number[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  const wanted = [...new Set(league_ids)]
  if (wanted.length === 0) return places
  const entered = await db
    .selectFrom('entry_players')
    .innerJoin('entries', 'entries.id', 'entry_players.entry_id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['entry_players.league_id', 'entry_players.player_id', 'entry_players.entry_id', 'purchases.counts'])
    .where((where) => where.eb('entry_players.league_id', '=', where.fn.any(where.val(wanted))))
    .where('entry_players.former', '=', false)
    .execute()
  for (const { league_id, player_id, entry_id, counts } of entered)
    places.set(`${league_id} ${player_id}`, counts ? entry_id : 'left')
  const pending = await db
    .selectFrom('purchases')
    .select(['league_id', 'player_id'])
    .where((where) => where.eb('league_id', '=', where.fn.any(where.val(wanted))))
    .where('status', '=', 'Pending')
    .execute()
  for (const { league_id, player_id } of pending) places.set(`${league_id} ${player_id}`, 'pending')
  const invitations = await db
    .selectFrom('entry_invitations')
    .select(['league_id', 'player_id', 'answer'])
    .where((where) => where.eb('league_id', '=', where.fn.any(where.val(wanted))))
    .where((where) => where.or([where('answer', 'is', null), where('answer', '=', 'declined')]))
    .where((where) => where.or([where('answer', 'is not', null), where('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
  for (const { league_id, player_id, answer } of invitations) {
    const key = `${league_id} ${player_id}`
    if (!places.has(key)) places.set(key, answer === null ? 'invited' : 'declined')
  }
  return places
}

/** Rows per insert. */
const ROWS_AT_ONCE = 500

/** Enters all of them, as Confirmed lines that cost nothing. Only invited players get an email. */
export async function storeEntries(
  action: Action,
  rows: readonly EntryRow[],
  tick: CheckTerms['tick'],
): Promise<Changes> {
  const { tx, player, now } = action
  const { ids: leagues, ...added } = await insertLeagues(tx, [...new Set(rows.map(({ league }) => league))])
  const orders: string[] = []
  const league_ids = [...new Set(leagues.values())].toSorted((a, b) => a - b)
  await lockUnsealed(tx, league_ids, now)
  const season_ids = await listSeasonIds(tx, league_ids)
  for (const { league, player_id, partner } of rows.filter(({ invited }) => invited))
    await inviteToLeague(action, {
      league_id: leagues.get(league.key) ?? 0,
      player_id,
      invited_by_id: player.id,
      price_cents: 0,
      partner,
    })
  const entered = rows.filter(({ invited }) => !invited)
  for (let from = 0; from < entered.length; from += ROWS_AT_ONCE) {
    await tick(from)
    await insertEntries(
      action,
      entered.slice(from, from + ROWS_AT_ONCE).map(({ league, player_id, partner_id, partner }) => {
        const league_id = leagues.get(league.key) ?? 0
        // An entry of a past season dates from its start, so that a player's newest league is in the newest season.
        const start = new Date(`${league.season.starting_date}T16:00:00Z`)
        const at = start < now ? start : now
        const order_id = randomUUID()
        orders.push(order_id)
        return {
          league_id,
          season_id: season_ids.get(league_id) ?? 0,
          area: league.area,
          player_id,
          partner_id,
          partner,
          at,
          order_id,
        }
      }),
    )
  }
  for (const [index, league_id] of league_ids.entries()) {
    await tick(rows.length - league_ids.length + index)
    await rebuildLeague(tx, league_id)
  }
  const invited = rows.filter((row) => row.invited || row.partner !== undefined).length
  return { league_ids, made: { orders, invited, ...added } }
}

type NewEntry = {
  league_id: number
  season_id: number
  area: string
  player_id: number
  partner_id: number | null
  partner: Partner | undefined
  at: Date
  order_id: string
}

async function insertEntries(action: Action, entries: readonly NewEntry[]): Promise<void> {
  const { tx, player } = action
  await tx
    .insertInto('orders')
    .values(
      entries.map(({ order_id, player_id, season_id, area, at }) => ({
        id: order_id,
        player_id,
        season_id,
        area,
        total_cents: 0,
        confirmation_token: null,
        entered_by_id: player.id,
        created_at: at,
        settled_at: at,
      })),
    )
    .execute()
  const lines = await tx
    .insertInto('purchases')
    .values(
      entries.map(({ order_id, player_id, league_id, partner, at }) => ({
        order_id,
        player_id,
        league_id,
        price_cents: 0,
        status: 'Confirmed' as const,
        created_at: at,
        partner_name: partner?.full_name ?? null,
        partner_email: partner?.email ?? null,
      })),
    )
    .returning(['id', 'order_id'])
    .execute()
  const lineOf = new Map(lines.map(({ id, order_id }) => [order_id, id]))
  const stored = await tx
    .insertInto('entries')
    .values(
      entries.map(({ order_id, league_id, at }) => ({
        league_id,
        purchase_id: lineOf.get(order_id) ?? 0,
        created_at: at,
      })),
    )
    .returning(['id', 'purchase_id'])
    .execute()
  const entryOf = new Map(stored.map(({ id, purchase_id }) => [purchase_id, id]))
  await tx
    .insertInto('entry_players')
    .values(
      entries.flatMap(({ order_id, league_id, player_id, partner_id }) => {
        const entry_id = entryOf.get(lineOf.get(order_id) ?? 0) ?? 0
        const one = { entry_id, league_id, player_id, position: 1 }
        return partner_id === null ? [one] : [one, { ...one, player_id: partner_id, position: 2 }]
      }),
    )
    .execute()
  for (const { order_id } of entries.filter(({ partner }) => partner)) await invitePartners(action, { order_id })
}

async function listSeasonIds(tx: Tx, league_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('leagues')
    .select(['id', 'season_id'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val([...league_ids]))))
    .execute()
  return new Map(rows.map(({ id, season_id }) => [id, season_id]))
}
