import { randomUUID } from 'node:crypto'
import type { Tx } from '#/server/db.ts'
import { cellOf, findPlayers, previewRows, Problems, type CheckTerms, type Found, type KnownPlayer } from './check.ts'
import type { TableRow } from './csv.ts'
import { makeLeagues, openLeagueReader, formatMade, type NamedLeague } from './leagues.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { formatName } from '#/contract/format.ts'

export type EntryRow = { league: NamedLeague; player_id: number; partner_id: number | null }

type Named = { row: TableRow; league: NamedLeague; email: string; partner_email: string }

/** Checks a file of who was entered where. */
export async function checkEntries(terms: CheckTerms): Promise<Found<EntryRow>> {
  const problems = new Problems('entries', terms)
  const readLeague = await openLeagueReader(terms, problems)
  const named: Named[] = []
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const league = readLeague(row)
    const email = cellOf(terms, row, 'email')
    if (email === '') problems.add(row, 'email', 'Please write the email of the player.')
    else if (league) named.push({ row, league, email, partner_email: cellOf(terms, row, 'partner_email') })
  }
  const players = await findPlayers(
    terms.db,
    named.flatMap(({ email, partner_email }) => [email, partner_email]),
  )
  const standing = await listStanding(
    terms,
    named.flatMap(({ league }) => league.id ?? []),
  )
  const inFile = new Map<string, { line: number; pair: string }>()
  const rows: EntryRow[] = []
  const preview: string[][] = []
  let existing = 0
  for (const { row, league, email, partner_email } of named) {
    const people = readPeople(row, league, [email, partner_email])
    if (!people) continue
    const pair = people
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join()
    const keys = people.map(({ id }) => `${league.key} ${id}`)
    const twice = keys.map((key) => inFile.get(key)).find((each) => each !== undefined)
    if (twice && twice.pair !== pair) {
      problems.add(row, 'email', `Line ${twice.line} enters the same player in this league with somebody else.`)
      continue
    }
    const places = people.map(({ id }) => standing.get(`${league.id} ${id}`))
    if (places.some((place) => place === 'gone')) {
      problems.add(row, 'email', 'This player has left that league. Please enter them again under Entries.')
      continue
    }
    if (places.some((place) => place === 'open')) {
      problems.add(row, 'email', 'An order of this player for this league is being paid right now.')
      continue
    }
    const stands = places.filter((place) => typeof place === 'number')
    if (stands.length > 0 && (stands.length < places.length || new Set(stands).size > 1)) {
      problems.add(row, 'email', 'One of the two is already in that league without the other.')
      continue
    }
    const [one, two] = people
    const isNew = stands.length === 0 && !twice
    for (const key of keys) inFile.set(key, { line: row.line, pair })
    if (isNew && one) rows.push({ league, player_id: one.id, partner_id: two?.id ?? null })
    else existing += 1
    if (preview.length < previewRows)
      preview.push([league.name, people.map(formatName).join(' & '), isNew ? 'new' : 'there already'])
  }
  const makes = formatMade([...new Set(rows.map(({ league }) => league))])
  return { rows, existing, problems, makes, columns: ['League', 'Player', ''], preview }

  function readPeople(row: TableRow, league: NamedLeague, emails: [string, string]): KnownPlayer[] | null {
    const [one, two] = emails.map((email) => players.get(email.toLowerCase()))
    if (!one) return problems.add(row, 'email', 'No player has this email. Please import the players first.')
    if (emails[1] === '') return [one]
    if (league.division.kind === 'singles')
      return problems.add(row, 'partner_email', 'There are no partners in singles.')
    if (!two) return problems.add(row, 'partner_email', 'No player has this email. Please import the players first.')
    return one.id === two.id ? problems.add(row, 'partner_email', 'A pair is two players.') : [one, two]
  }
}

/** Who is in these leagues, by league and player: the entry that stands, or that it does not any more, or an order that is open. */
async function listStanding(
  { db }: CheckTerms,
  league_ids: readonly number[],
): Promise<Map<string, number | 'gone' | 'open'>> {
  const found = new Map<string, number | 'gone' | 'open'>()
  const wanted = [...new Set(league_ids)]
  if (wanted.length === 0) return found
  const entered = await db
    .selectFrom('entry_players')
    .innerJoin('entries', 'entries.id', 'entry_players.entry_id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['entry_players.league_id', 'entry_players.player_id', 'entry_players.entry_id', 'purchases.status'])
    .where((where) => where.eb('entry_players.league_id', '=', where.fn.any(where.val(wanted))))
    .where('entry_players.former', '=', false)
    .execute()
  for (const { league_id, player_id, entry_id, status } of entered)
    found.set(`${league_id} ${player_id}`, status === 'Paid' || status === 'Confirmed' ? entry_id : 'gone')
  const open = await db
    .selectFrom('purchases')
    .select(['league_id', 'player_id'])
    .where((where) => where.eb('league_id', '=', where.fn.any(where.val(wanted))))
    .where('status', '=', 'Pending')
    .execute()
  for (const { league_id, player_id } of open) found.set(`${league_id} ${player_id}`, 'open')
  return found
}

const chunk = 500

/** Enters everybody, as Confirmed lines that cost nothing; answers the leagues. Nobody gets an email. */
export async function storeEntries(
  tx: Tx,
  rows: readonly EntryRow[],
  organizer: { id: number },
  now: Date,
  tick: (done: number) => Promise<void>,
): Promise<number[]> {
  const leagues = await makeLeagues(tx, [...new Set(rows.map(({ league }) => league))])
  const league_ids = [...new Set(leagues.values())].toSorted((a, b) => a - b)
  for (const league_id of league_ids) await lockLeague(tx, league_id)
  const season_ids = await listSeasonIds(tx, league_ids)
  for (let from = 0; from < rows.length; from += chunk) {
    await tick(from)
    await insertEntries(
      tx,
      rows.slice(from, from + chunk).map(({ league, player_id, partner_id }) => {
        const league_id = leagues.get(league.key) ?? 0
        // Of a season of the past: when it began, so that the newest league of a player is the newest.
        const began = new Date(`${league.season.starting_date}T16:00:00Z`)
        const at = began < now ? began : now
        return {
          league_id,
          season_id: season_ids.get(league_id) ?? 0,
          area: league.area,
          player_id,
          partner_id,
          at,
          order_id: randomUUID(),
        }
      }),
      organizer,
    )
  }
  for (const [index, league_id] of league_ids.entries()) {
    await tick(rows.length - league_ids.length + index)
    await rebuildLeague(tx, league_id)
  }
  return league_ids
}

type NewEntry = {
  league_id: number
  season_id: number
  area: string
  player_id: number
  partner_id: number | null
  at: Date
  order_id: string
}

async function insertEntries(tx: Tx, entries: readonly NewEntry[], organizer: { id: number }): Promise<void> {
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
        entered_by_id: organizer.id,
        created_at: at,
        settled_at: at,
      })),
    )
    .execute()
  const lines = await tx
    .insertInto('purchases')
    .values(
      entries.map(({ order_id, player_id, league_id, at }) => ({
        order_id,
        player_id,
        league_id,
        price_cents: 0,
        status: 'Confirmed' as const,
        created_at: at,
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
}

async function listSeasonIds(tx: Tx, league_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('leagues')
    .select(['id', 'season_id'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val([...league_ids]))))
    .execute()
  return new Map(rows.map(({ id, season_id }) => [id, season_id]))
}
