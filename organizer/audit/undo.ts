import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { deleteArea } from '#/organizer/areas/actions.ts'
import { countOtherOpenAreas, findAreaUse, lockArea } from '#/organizer/areas/queries.ts'
import { lockList } from '#/organizer/desk/named-lists.ts'
import { restoreDivisionFields } from '#/organizer/divisions/actions.ts'
import { divisionColumns, type DivisionFields } from '#/organizer/divisions/queries.ts'
import { moveEntry } from '#/organizer/entries/actions.ts'
import { findMoveObstacle, lockMove, restorePlace, type MoveBack } from '#/organizer/entries/undo-move.ts'
import {
  lockMatch,
  readMatchState,
  reopenMatch,
  restoreResult,
  type MatchState,
} from '#/organizer/matches/undo-actions.ts'
import { findImportObstacle, undoImport } from '#/organizer/exchange/undo.ts'
import { deleteSeason } from '#/organizer/seasons/actions.ts'
import { changeSeason, discountOf } from '#/organizer/seasons/change-actions.ts'
import { changeLeagues, columnsOf, setCapacity, type UndoneLeague } from '#/organizer/seasons/grid-actions.ts'
import { readGrid } from '#/organizer/seasons/grid-queries.ts'
import { findStoredSeason, isSeasonInUse, lockSeason, lockUse } from '#/organizer/seasons/queries.ts'
import { undoSettlements } from '#/organizer/unplayed/actions.ts'
import { listSettlementsOf } from '#/organizer/unplayed/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { readAreas } from '#/server/areas.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { readSeasons } from '#/server/seasons.ts'
import { isRecentlyAuthenticated, type SignedIn } from '#/server/session.ts'
import type { AuditRow } from './contract.ts'
import { findEntry, findLaterChange, type AuditFilter, type StoredEntry } from '#/organizer/desk/audit-queries.ts'

type Context = { now: Date; areas: readonly AreaSlug[] }

/** How the changes of one kind are undone. `of` is the entry's `undo`. */
type Way = {
  /** Who can make the change, and so undo it. */
  access: 'organizer' | 'owner'
  reauthenticate?: true
  /** Locks what `findObstacle` reads, in the order of the workflow that undoes the change. */
  lock: (tx: Tx, entry: StoredEntry, context: Context) => Promise<unknown>
  /** Says which later change prevents the undoing. Null if none does. */
  findObstacle: (db: Db | Tx, entry: StoredEntry, context: Context) => Promise<string | null>
  /** Restores the state before, in the transaction of the actor. Its workflow writes one audit entry and notifies. */
  undo: (actor: Actor, tx: Tx, entry: StoredEntry, reason: string) => Promise<unknown>
}

/** The state that an entry of this kind stores for its undoing. */
const stateOf = <T>({ undo }: StoredEntry) => undo as T

const idOf = ({ subject }: StoredEntry) => Number(/ (\d+)$/.exec(subject)?.[1])
const slugOf = ({ subject }: StoredEntry) => subject.slice(subject.indexOf(' ') + 1)

type Voided = { was: MatchState }
type Awarded = Voided & { score_id: number }
type Changed<T> = { was: T; is: T }

/**
 * All kinds of changes that can be undone; a folder whose changes can be undone adds its kinds here. An entry of another
 * kind, or without `undo`, cannot be.
 */
const ways: Record<string, Way> = {
  import: {
    access: 'organizer',
    reauthenticate: true,
    lock: (tx, entry) => tx.selectFrom('imports').select('id').where('id', '=', idOf(entry)).forUpdate().execute(),
    findObstacle: (db, entry) => findImportObstacle(db, idOf(entry)),
    undo: (actor, _tx, entry, reason) => undoImport(actor, { import_id: idOf(entry), reason }),
  },
  void_result: {
    access: 'organizer',
    lock: (tx, entry, { now }) => lockMatch(tx, idOf(entry), now),
    findObstacle: findVoidObstacle,
    undo: (actor, _tx, entry, reason) =>
      restoreResult(actor, { match_id: idOf(entry), was: stateOf<Voided>(entry).was, reason }),
  },
  give_walkover: {
    access: 'organizer',
    lock: (tx, entry, { now }) => lockMatch(tx, idOf(entry), now),
    findObstacle: async (db, entry) => {
      const match = await readMatchState(db, idOf(entry))
      if (!match) return 'The match was deleted since.'
      return match.score_id === stateOf<Awarded>(entry).score_id ? null : 'The result was changed or voided since.'
    },
    undo: async (actor, tx, entry, reason) => {
      const { was, score_id } = stateOf<Awarded>(entry)
      const { version } = await tx
        .selectFrom('scores')
        .select('version')
        .where('id', '=', score_id)
        .executeTakeFirstOrThrow()
      await reopenMatch(actor, { match_id: idOf(entry), was, version, reason })
    },
  },
  settle_unplayed: {
    access: 'organizer',
    lock: (tx, entry, { now }) => lockMatch(tx, idOf(entry), now),
    findObstacle: async (db, entry, { areas }) => {
      if ((await findLaterChange(db, entry, ['settle_unplayed'])) !== null) return 'The match was settled again since.'
      const [settlement] = await listSettlementsOf(db, [idOf(entry)], areas)
      return settlement?.can_undo
        ? null
        : 'The match has changed since: a player has responded, or it has another result.'
    },
    undo: (actor, _tx, entry, reason) => undoSettlements(actor, { match_ids: [idOf(entry)], reason }),
  },
  move_entry: {
    access: 'organizer',
    lock: (tx, entry, { areas }) => {
      const { league_id, to } = stateOf<MoveBack>(entry)
      return lockMove(tx, { entry: movedEntryOf(entry), league_id, to, areas })
    },
    findObstacle: (db, entry, { now }) => {
      const { league_id, to } = stateOf<MoveBack>(entry)
      const move = { from: idOf(entry), entry: movedEntryOf(entry), league_id, to, at: entry.at }
      return findMoveObstacle(db, move, saleDay(now))
    },
    undo: async (actor, tx, entry, reason) => {
      const { league_id, place } = stateOf<MoveBack>(entry)
      const back = { entry_id: movedEntryOf(entry), league_id, keep_results: true, reason }
      const { entry_id } = await moveEntry(actor, back)
      await restorePlace(tx, { entry_id, league_id, place })
    },
  },
  limit_league: {
    access: 'organizer',
    lock: (tx, entry) => sql`select from leagues where id = ${idOf(entry)} for no key update`.execute(tx),
    findObstacle: async (db, entry) => {
      const id = idOf(entry)
      const league = await db.selectFrom('leagues').select('capacity').where('id', '=', id).executeTakeFirst()
      if (!league) return 'The league no longer exists.'
      if (league.capacity !== (entry.after as Limit).capacity)
        return changedAgain('The limit', await findLaterChange(db, entry, ['limit_league']))
      return findEntrants(db, { id, capacity: (entry.before as Limit).capacity, since: entry.at })
    },
    undo: (actor, _tx, entry) => setCapacity(actor, { id: idOf(entry), capacity: (entry.before as Limit).capacity }),
  },
  change_leagues: {
    access: 'owner',
    reauthenticate: true,
    lock: async (tx, entry) => {
      await lockSeason(tx, idOf(entry))
      const ids = stateOf<UndoneLeague[]>(entry).map(({ league_id }) => league_id)
      await sql`select from leagues where id = any(${ids}::int[]) order by id for no key update`.execute(tx)
    },
    findObstacle: async (db, entry) => {
      const undone = stateOf<UndoneLeague[]>(entry)
      const stored = await readGrid(
        db,
        undone.map(({ league_id }) => league_id),
      )
      for (const { league_id: id, was, is } of undone) {
        const league = stored.find((each) => each.id === id)
        if (!league || !isDeepStrictEqual(columnsOf(league), is))
          return changedAgain(league?.title ?? 'A league', await findLaterChange(db, entry, ['change_leagues']))
        if (was.capacity !== is.capacity) {
          const entrants = await findEntrants(db, { id, capacity: was.capacity, since: entry.at })
          if (entrants !== null) return `${league.title}: ${entrants}`
        }
      }
      return null
    },
    undo: (actor, _tx, entry) => {
      const leagues = stateOf<UndoneLeague[]>(entry).map(({ area, division_id, was, is }) => ({
        area,
        division_id,
        offered: was.offered,
        capacity: was.capacity,
        price: was.price_cents,
        early_price: was.early_price_cents,
        early_until: was.early_until,
        ...(!isDeepStrictEqual(was.format, is.format) && { format: was.format }),
      }))
      return changeLeagues(actor, { id: idOf(entry), leagues })
    },
  },
  change_division: {
    access: 'owner',
    reauthenticate: true,
    lock: (tx) => lockList(tx, 'divisions'),
    findObstacle: async (db, entry) => {
      const stored = await db
        .selectFrom('divisions')
        .select(divisionColumns)
        .where('id', '=', idOf(entry))
        .executeTakeFirst()
      if (!stored) return 'The division no longer exists.'
      const { slug: _slug, kind: _kind, sport: _sport, ...now } = stored
      const same = isDeepStrictEqual(now, stateOf<Changed<DivisionFields>>(entry).is)
      return same ? null : changedAgain('The division', await findLaterChange(db, entry, ['change_division']))
    },
    undo: (actor, _tx, entry) =>
      restoreDivisionFields(actor, { id: idOf(entry), fields: stateOf<Changed<DivisionFields>>(entry).was }),
  },
  change_season: {
    access: 'owner',
    reauthenticate: true,
    lock: (tx, entry) => lockUse(tx, idOf(entry)),
    findObstacle: async (db, entry) => {
      const season = await findStoredSeason(db, idOf(entry))
      if (!season) return 'The season was deleted since.'
      const same = isDeepStrictEqual(discountOf(season), stateOf<Changed<Discount>>(entry).is)
      return same ? null : changedAgain('The discount', await findLaterChange(db, entry, ['change_season']))
    },
    undo: (actor, _tx, entry) => {
      const { second_division_percent: percent, second_division_cents: amount } = stateOf<Changed<Discount>>(entry).was
      const second_division = percent !== null ? { percent } : amount !== null ? { amount } : null
      return changeSeason(actor, { id: idOf(entry), second_division })
    },
  },
  create_season: newSeason(),
  roll_over: newSeason(),
  create_area: {
    access: 'owner',
    lock: async (tx, entry) => {
      await lockList(tx, 'areas')
      await lockArea(tx, slugOf(entry))
    },
    findObstacle: async (db, entry) => {
      const use = await findAreaUse(db, slugOf(entry))
      if (use === undefined) return 'The area no longer exists.'
      if (use === null && (await countOtherOpenAreas(db, slugOf(entry))) === 0) return 'It is the only open area.'
      return use
    },
    undo: (actor, _tx, entry) => deleteArea(actor, { slug: slugOf(entry) }),
  },
}

type Limit = { capacity: number | null }
type Discount = ReturnType<typeof discountOf>

const movedEntryOf = ({ after }: StoredEntry) => (after as { entry: number }).entry

/** A season that was made is deleted while nobody has joined it. */
function newSeason(): Way {
  return {
    access: 'owner',
    lock: (tx, entry) => lockUse(tx, idOf(entry)),
    findObstacle: async (db, entry) => {
      const used = await isSeasonInUse(db, idOf(entry))
      if (used === undefined) return 'The season was deleted since.'
      return used ? 'Somebody has joined the season since.' : null
    },
    undo: (actor, _tx, entry) => deleteSeason(actor, { id: idOf(entry) }),
  }
}

async function findVoidObstacle(db: Db | Tx, entry: StoredEntry): Promise<string | null> {
  const { rows } = await sql<{ played: boolean; same: boolean; arranged: boolean; canceled: boolean }>`
    select m.score_id is not null as played, m.voided_at is not distinct from ${entry.at} as same,
      (m.canceled_at is not null) as canceled,
      m.match_date is not null or exists (
        select from match_offers o where o.match_id = m.id and o.created_at > ${entry.at}) as arranged
    from matches m where m.id = ${idOf(entry)}`.execute(db)
  const [match] = rows
  if (!match) return 'The match was deleted since.'
  if (match.played) return 'The match has a new result since.'
  if (!match.same) return 'The match was voided again since.'
  if (match.arranged) return 'The players have begun to set a new date since.'
  const wasCanceled = (entry.after as { result?: string } | null)?.result === 'canceled'
  return match.canceled === wasCanceled ? null : 'The match was canceled since.'
}

/** Says that players have entered a league since, so that it has more entries than an earlier limit. Null if not. */
async function findEntrants(
  db: Db | Tx,
  { id, capacity, since }: { id: number; capacity: number | null; since: Date },
): Promise<string | null> {
  if (capacity === null) return null
  const { rows } = await sql<{ taken: number; entered: number }>`
    select count(*)::int as taken, (count(*) filter (where p.created_at > ${since}))::int as entered
    from purchases p where p.league_id = ${id} and ${holdsPlace}`.execute(db)
  const { taken, entered } = rows[0] ?? { taken: 0, entered: 0 }
  if (taken <= capacity || entered === 0) return null
  return entered === 1 ? 'A player has entered the league since.' : `${entered} players have entered the league since.`
}

function changedAgain(what: string, at: Date | null): string {
  if (at === null) return `${what} was changed again since.`
  return `${what} was changed again on ${formatDay(wireDay(dayInZone(at, organization().time_zone)))}.`
}

type Caller = Pick<SignedIn, 'role' | 'organizer_areas'>

/** Whether an entry can be undone by this organizer, and why not. */
export async function findUndo(
  db: Db,
  entry: StoredEntry,
  { role, organizer_areas: areas }: Caller,
  now: Date,
): Promise<Pick<AuditRow, 'undo' | 'undo_why'>> {
  const way = ways[entry.kind]
  if (!way || entry.undo === null || entry.undoes !== null) return { undo: null, undo_why: null }
  if (entry.undone) return { undo: 'done', undo_why: 'It was undone.' }
  const why =
    way.access === 'owner' && role !== 'owner'
      ? 'Only an owner can undo this.'
      : await way.findObstacle(db, entry, { now, areas })
  return { undo: why === null ? 'possible' : 'impossible', undo_why: why }
}

/**
 * Undoes a change, by the workflows that make such changes. Returns a sentence. Refuses not_found for an entry that the
 * organizer does not see, not_allowed, sign_in_again, undone_already, not_undoable with the reason, and like the workflow.
 */
export async function undoAct(
  { app, player, now }: Actor<SignedIn>,
  { id, reason, visible }: { id: number; reason: string; visible: AuditFilter },
): Promise<string> {
  try {
    return await runAction({ app, player, now }, async ({ tx }) => {
      const entry = (await findEntry(tx, id, visible)) ?? refuse('not_found')
      if (entry.undone) refuse('undone_already')
      const way = ways[entry.kind]
      if (!way || entry.undo === null || entry.undoes !== null) refuse('not_undoable')
      if (way.access === 'owner' && player.role !== 'owner') refuse('not_allowed')
      if (way.reauthenticate && !isRecentlyAuthenticated(player, now)) refuse('sign_in_again')
      const context = { now, areas: player.organizer_areas }
      await way.lock(tx, entry, context)
      const why = await way.findObstacle(tx, entry, context)
      if (why !== null) refuse('not_undoable', { message: `${why} It can no longer be undone.` })
      await way.undo({ app: { ...app, db: tx }, player, now, undoes: { id, reason } }, tx, entry, reason)
      return `Undone: ${entry.summary}.`
    })
  } finally {
    // The workflows of seasons and areas read them again before the transaction has ended.
    await Promise.all([readSeasons(app.db), readAreas(app.db)])
  }
}
