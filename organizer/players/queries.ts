import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { listMatchesOf } from '#/features/matches/card-queries.ts'
import { listAuditEntries } from '#/organizer/audit/queries.ts'
import { countFreeSeasons } from '#/features/referrals/queries.ts'
import { listLiveSessions } from '#/features/settings/queries.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findMailToken } from '#/server/mail-tokens.ts'
import { photoUrl } from '#/server/outside/photos.ts'
import type { SignedIn } from '#/server/session.ts'
import type { OrganizerPlayer, PlayerRow, playerStates } from './contract.ts'
import { listNotesOn } from './note-queries.ts'
import { shownEmail } from '#/server/shown-email.ts'
import { isInScope, playersInScope, playersOfArea } from '#/server/scope.ts'
import { isNamed, looksLike } from '#/features/leagues/name-search.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { isLeaving } from '#/features/leagues/queries.ts'
import { listPurchasesPage } from '#/features/checkout/receipt-queries.ts'
import { formatSides } from '#/contract/format.ts'

/** Totals are counted up to this many: 1,001 is shown as 'more than 1,000'. */
const mostCounted = 1000

const rowColumns = sql`
  p.id, p.name, ${shownEmail('p')} as email, p.area, p.singles_level, p.role,
  p.suspended_at is not null as suspended, p.deleted_at is not null as closed,
  array(select flag.text from player_notes flag where flag.player_id = p.id and flag.is_flag order by flag.id limit 3) as flags`

/** Whether `report` of player `p` waits for an organizer: nobody has settled it, and the photo is still there. */
const isOpenReport = sql<SqlBool>`(report.player_id = p.id and report.photo = p.photo and report.settled_at is null)`

const ofState: Record<(typeof playerStates)[number], RawBuilder<SqlBool>> = {
  open: sql`p.deleted_at is null`,
  suspended: sql`p.suspended_at is not null`,
  closed: sql`p.deleted_at is not null`,
  photo_reported: sql`exists (select from photo_reports report where ${isOpenReport})`,
}

type PlayerFilter = PageQuery & {
  area?: AreaSlug | undefined
  search?: string | undefined
  state: (typeof playerStates)[number]
}

/** A page of the players in the caller's scope, by last name. With an area, those who live there. */
export async function listPlayers(
  db: Db,
  caller: SignedIn,
  filter: PlayerFilter,
): Promise<{ players: PlayerRow[]; total: number; skip: number }> {
  const { area, search, state, per_page } = filter
  const skip = skipOf(filter)
  // A search within areas uses the areas' index. An owner's search among everybody may find few or many.
  const keepsPlan = area !== undefined || caller.role !== 'owner'
  const isFound = search ? isNamed(search, 'name_and_email', { keepsPlan }) : null
  const condition = sql.join<SqlBool>(
    [ofState[state], isFound].filter((each) => each !== null),
    sql` and `,
  )
  const found = (columns: RawBuilder<unknown>, first?: number) =>
    area === undefined
      ? playersInScope(caller, { condition, columns, first })
      : playersOfArea(area, { condition, columns, first })
  const inOrder = sql`order by by_last_name, by_first_name, id limit ${per_page} offset ${skip}`
  // One statement finds the page and the total, unless the total exceeds the limit or the page is beyond the last one.
  const { rows } = await sql<PlayerRow & { total: number }>`
    select *, count(*) over () as total
    from (select * from (${found(rowColumns)}) one limit ${sql.lit(mostCounted + 1)}) few ${inOrder}`.execute(db)
  const total = rows[0]?.total ?? (skip === 0 ? 0 : await countFound(db, found(sql`p.id`)))
  if (total <= mostCounted) return { players: rows, total, skip }
  const first = await sql<PlayerRow>`select * from (${found(rowColumns, skip + per_page)}) one ${inOrder}`.execute(db)
  return { players: first.rows, total, skip }
}

async function countFound(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from (${found}) one limit ${sql.lit(mostCounted + 1)}) few`.execute(db)
  return rows[0]?.total ?? 0
}

/** Finds a player in the caller's scope. `lock` keeps the account unchanged until the transaction ends. */
export async function findPlayer(
  db: Db | Tx,
  caller: Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>,
  id: number,
  { lock = false } = {},
): Promise<PlayerRow | undefined> {
  const { rows } = await sql<PlayerRow>`
    select ${rowColumns} from players p where p.id = ${id} and ${isInScope(caller)}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** The name on an account whose claim link works. */
export async function findClaimed(db: Db, token: string, now: Date): Promise<string | undefined> {
  const link = await findMailToken(db, token, ['claim'], now)
  return link && (await findAddressee(db, link.player_id))?.name
}

/** Until when the player's claim link works. Null without one. */
async function findClaimEnd(db: Db, player_id: number, now: Date): Promise<string | null> {
  const link = await db
    .selectFrom('mail_tokens')
    .select('expires_at')
    .where('player_id', '=', player_id)
    .where('purpose', '=', 'claim')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst()
  return link?.expires_at.toISOString() ?? null
}

/** Purchases and audit entries on the page of a player. */
const firstPage: PageQuery = { page: 1, per_page: 20 }

/** Everything that an organizer sees of a player. Undefined outside the caller's scope. */
export async function findOrganizerPlayer(
  db: Db,
  caller: SignedIn,
  id: number,
  now: Date,
): Promise<OrganizerPlayer | undefined> {
  const row = await findPlayer(db, caller, id)
  if (!row) return undefined
  const [profile, photo_reports, look_alikes, free_seasons, entries, claim_ends_at, notes] = await Promise.all([
    findProfile(db, caller, id),
    listPhotoReports(db, id),
    listLookAlikes(db, caller, id),
    listFreeSeasons(db, id),
    listEntriesOf(db, id),
    findClaimEnd(db, id, now),
    listNotesOn(db, id, caller),
  ])
  const subjects = [`player ${id}`, ...entries.map((entry) => `entry ${entry.id}`)]
  const [free_seasons_left, history, bought, sessions, { audit_entries }] = await Promise.all([
    countFreeSeasons(db, id),
    listMatchesOf(db, { id, organizer_areas: [] }, now, 10, 0),
    listPurchasesPage(db, id, firstPage),
    listLiveSessions(db, { id, token_hash: Buffer.alloc(0) }, now),
    listAuditEntries(db, { ...firstPage, areas: caller.organizer_areas, beyond: 'all', subjects }),
  ])
  return {
    ...row,
    ...profile,
    photo_reports,
    look_alikes,
    claim_ends_at,
    notes,
    is_me: caller.id === id,
    free_seasons_left,
    free_seasons,
    entries,
    record: history.record,
    matches_total: history.total,
    matches: history.matchups.map((match) => ({
      id: match.id,
      sides: formatSides(
        sideOf(match.player_one_name, match.player_one_a_name),
        sideOf(match.player_two_name, match.player_two_a_name),
        match.winner === null ? null : match.winner === 'player_one' ? 'one' : 'two',
      ),
      level_name: match.level_name,
      match_date: match.match_date,
      score_line: match.score_line,
    })),
    purchases_total: bought.total,
    purchases: bought.purchases.map(({ league_name, ...line }) => ({ ...line, season_name: league_name })),
    sessions: sessions.map(({ id: session, device, created_at, last_seen_at }) => ({
      id: session,
      device,
      created_at,
      last_seen_at,
    })),
    audit_entries,
  }
}

function sideOf(one: string, two: string | null): string {
  return two === null ? one : `${one} & ${two}`
}

async function findProfile(db: Db, { organizer_areas, api_key }: SignedIn, id: number) {
  const row = await db
    .selectFrom('players')
    .leftJoin('players as other', 'other.id', 'players.merged_into_id')
    .select([
      'players.first_name',
      'players.last_name',
      'players.one_name',
      'players.email_verified_at',
      'players.phone',
      'players.area',
      'players.emergency_name',
      'players.emergency_phone',
      'players.doubles_level',
      'players.gender',
      'players.year_of_birth',
      'players.photo',
      'players.password_hash',
      'players.created_at',
      'other.id as other_id',
      'other.name as other_name',
    ])
    .where('players.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    one_name: row.one_name,
    email_verified: row.email_verified_at !== null,
    phone: row.phone,
    // The contact is for people at the court, so API keys cannot read it.
    emergency_contact:
      api_key === undefined &&
      row.area !== null &&
      organizer_areas.includes(row.area) &&
      row.emergency_name !== null &&
      row.emergency_phone !== null
        ? { name: row.emergency_name, phone: row.emergency_phone }
        : null,
    doubles_level: row.doubles_level,
    gender: row.gender,
    year_of_birth: row.year_of_birth,
    photo: row.photo && photoUrl(row.photo),
    has_password: row.password_hash !== null,
    created_at: row.created_at.toISOString(),
    merged_into: row.other_id === null || row.other_name === null ? null : { id: row.other_id, name: row.other_name },
  }
}

async function listLookAlikes(db: Db, caller: SignedIn, id: number): Promise<OrganizerPlayer['look_alikes']> {
  const { rows } = await sql<Omit<OrganizerPlayer['look_alikes'][number], 'created_at'> & { created_at: Date }>`
    select p.id, p.name, ${shownEmail('p')} as email, p.area, p.created_at
    from players me
    join players p on p.deleted_at is null and ${looksLike('p', 'me')}
    where me.id = ${id} and ${isInScope(caller)}
    order by p.id limit 10`.execute(db)
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

async function listPhotoReports(db: Db, id: number): Promise<OrganizerPlayer['photo_reports']> {
  const { rows } = await sql<{ reason: string; reported_by: string; created_at: Date }>`
    select report.reason, by.name as reported_by, report.created_at
    from players p
    join photo_reports report on ${isOpenReport}
    join players by on by.id = report.reported_by_id
    where p.id = ${id}
    order by report.id limit 20`.execute(db)
  return rows.map(({ created_at, ...report }) => ({ ...report, created_at: created_at.toISOString() }))
}

/** Closes the reports of a player's photos. */
export async function settlePhotoReports(tx: Tx, player_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('photo_reports')
    .set({ settled_at: now })
    .where('player_id', '=', player_id)
    .where('settled_at', 'is', null)
    .execute()
}

async function listFreeSeasons(db: Db, player_id: number): Promise<OrganizerPlayer['free_seasons']> {
  const { rows } = await sql<Omit<OrganizerPlayer['free_seasons'][number], 'granted_at'> & { granted_at: Date }>`
    select f.id, f.granted_at,
      case when f.taken_back_at is not null then 'taken_back' when f.purchase_id is not null then 'spent' else 'left' end as state,
      case when f.given_by_id is null then 'Referred ' || friend.name
        else 'Given by ' || giver.name || ': ' || f.reason end as why
    from free_seasons f
    left join players friend on friend.id = f.friend_id
    left join players giver on giver.id = f.given_by_id
    where f.player_id = ${player_id}
    order by f.id desc
    limit 20`.execute(db)
  return rows.map(({ granted_at, ...row }) => ({ ...row, granted_at: granted_at.toISOString() }))
}

async function listEntriesOf(db: Db, player_id: number): Promise<OrganizerPlayer['entries']> {
  const { rows } = await sql<OrganizerPlayer['entries'][number]>`
    select e.id, l.area, se.name as season_name, se.year, d.name as level_name,
      p.counts, ${isLeaving} as leaving,
      (select other.name from entry_players two join players other on other.id = two.player_id
       where two.entry_id = e.id and two.position <> ep.position) as partner
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id
    join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
    where ep.player_id = ${player_id}
    order by se.starting_date desc, e.id desc
    limit 50`.execute(db)
  return rows
}

export async function updateLevel(tx: Tx, id: number, singles_level: PlayerRow['singles_level']): Promise<void> {
  await tx.updateTable('players').set({ singles_level }).where('id', '=', id).execute()
}

export async function updateSuspension(tx: Tx, id: number, suspended_at: Date | null): Promise<void> {
  await tx.updateTable('players').set({ suspended_at }).where('id', '=', id).execute()
}

type Gift = { player_id: number; given_by_id: number; reason: string; gift: string }

/** Inserts a gift and returns its id. Null if the gift exists; the caller checks whose it is. */
export async function insertGift(tx: Tx, gift: Gift, now: Date): Promise<number | null> {
  const stored = await tx
    .insertInto('free_seasons')
    .values({ ...gift, granted_at: now })
    .onConflict((conflict) => conflict.constraint('free_seasons_given_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}

export async function findGift(tx: Tx, gift: string): Promise<{ player_id: number } | undefined> {
  return tx.selectFrom('free_seasons').select('player_id').where('gift', '=', gift).executeTakeFirst()
}
