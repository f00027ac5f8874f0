import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { findUndoneEntry } from '#/organizer/desk/audit-queries.ts'
import { areAllAreas } from '#/contract/areas.ts'
import { codeOf } from '#/db/error-code.ts'
import { readSeasons } from '#/server/seasons.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { formatCount, importWords } from './format.ts'
import { lockUnsealed } from './leagues.ts'
import { made } from './made.ts'

/**
 * Takes an import back as a whole and returns a sentence: results, entries and players that it added, then the leagues
 * and seasons that are empty again. Refuses not_found for an import of others or in areas that are not the actor's,
 * import_undone, and import_in_use while something was built on it.
 */
export async function undoImport(
  actor: Actor,
  { import_id, reason }: { import_id: number; reason: string },
): Promise<string> {
  try {
    const message = await runAction(actor, (action) => undo(action, import_id, reason))
    await readSeasons(actor.app.db)
    return message
  } catch (error) {
    // A foreign key of anything that came later has the last word.
    if (codeOf(error) === FOREIGN_KEY_VIOLATION) refuseBuilt('something else refers to what it added')
    throw error
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Says why an import cannot be taken back, as far as its row tells. Null if nothing is known against it. */
export async function findImportObstacle(db: Db | Tx, import_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('imports')
    .select(['made', 'undone_at'])
    .where('id', '=', import_id)
    .executeTakeFirst()
  if (!row || row.made === null) return 'It is too old, and what it added was not noted.'
  if (row.undone_at !== null) return 'The import was taken back since.'
  const added = made.parse(row.made)
  if (added.changed > 0) return 'It changed players who existed already.'
  return added.invited > 0 ? 'It invited players by email.' : null
}

function refuseBuilt(why: string): never {
  refuse('import_in_use', { message: `This import cannot be taken back: ${why}.` })
}

async function undo(action: Action, import_id: number, reason: string): Promise<string> {
  const { tx, player, now, audit } = action
  const row = await tx
    .selectFrom('imports')
    .select(['kind', 'file_name', 'organizer_id', 'stored_at', 'made', 'undone_at'])
    .where('id', '=', import_id)
    .forUpdate()
    .executeTakeFirst()
  const isMine = row?.organizer_id === player.id || areAllAreas(player.organizer_areas)
  if (!row || !isMine || row.stored_at === null) refuse('not_found')
  if (row.undone_at !== null) refuse('import_undone')
  // An import of an earlier release did not note what it added.
  if (row.made === null) refuseBuilt('it is too old, and what it added was not noted')
  const added = made.parse(row.made)
  if (added.changed > 0) refuseBuilt('it changed players who existed already')
  if (added.invited > 0) refuseBuilt('it invited players by email')
  const league_ids = await lockLeagues(action, added)
  await deleteScores(tx, added.scores)
  await deleteFixtures(tx, added.fixtures)
  await deleteEntries(tx, added.orders)
  await deletePlayers(tx, added.players)
  await deleteLeagues(tx, added)
  for (const league_id of league_ids.filter((id) => !added.leagues.includes(id))) await rebuildLeague(tx, league_id)
  await tx.updateTable('imports').set({ undone_at: now }).where('id', '=', import_id).execute()
  const count = { players: added.players, entries: added.orders, results: [...added.scores, ...added.fixtures] }[
    row.kind
  ].length
  const subject = `import ${import_id}`
  const what = `${formatCount(count, importWords[row.kind])} from ${row.file_name}`
  await audit({
    area: null,
    kind: 'undo_import',
    subject,
    undoes_id: (await findUndoneEntry(tx, { subject, kind: 'import' })) ?? undefined,
    summary: `Took back the import of ${what}`,
    reason,
  })
  return `The import of ${what} was taken back.`
}

/** Locks the leagues of an import by ascending id. Refuses those of other areas and sealed ones. */
async function lockLeagues({ tx, player, now }: Action, added: z.output<typeof made>): Promise<number[]> {
  const { rows } = await sql<{ id: number; area: string }>`
    select l.id, l.area from leagues l
    where l.id = any (${added.leagues}::int[])
      or l.id in (select m.league_id from matches m where m.id = any (${[...added.scores, ...added.fixtures].map(({ match_id }) => match_id)}::int[]))
      or l.id in (select p.league_id from purchases p where p.order_id = any (${added.orders}::uuid[]))
    order by l.id`.execute(tx)
  if (rows.some(({ area }) => !player.organizer_areas.includes(area))) refuse('not_found')
  const ids = rows.map(({ id }) => id)
  await lockUnsealed(tx, ids, now)
  return ids
}

/** Deletes the results and the matches that exist only because of them. Refuses if one was changed since. */
async function deleteScores(tx: Tx, scores: readonly { match_id: number; version: number; is_new: boolean }[]) {
  if (scores.length === 0) return
  const ids = scores.map(({ match_id }) => match_id)
  const { rows } = await sql<{ id: number }>`
    select m.id from matches m
    join unnest(${ids}::int[], ${scores.map(({ version }) => version)}::int[]) as own (match_id, version) on own.match_id = m.id
    join scores s on s.id = m.score_id and s.version = own.version
    where m.playoff_stage is null
      and not exists (select from scores later where later.match_id = m.id and later.version > own.version)
    for update of m`.execute(tx)
  if (rows.length < scores.length) refuseBuilt('a result was changed or voided since, or belongs to play-offs')
  await tx.updateTable('matches').set({ score_id: null }).where('id', 'in', ids).execute()
  await sql`
    delete from scores s
    using unnest(${ids}::int[], ${scores.map(({ version }) => version)}::int[]) as own (match_id, version)
    where s.match_id = own.match_id and s.version = own.version`.execute(tx)
  const added = scores.filter(({ is_new }) => is_new).map(({ match_id }) => match_id)
  if (added.length > 0) await tx.deleteFrom('matches').where('id', 'in', added).execute()
}

/** Takes the day of matches back, and deletes those that exist only because of it. */
async function deleteFixtures(tx: Tx, fixtures: z.output<typeof made>['fixtures']): Promise<void> {
  if (fixtures.length === 0) return
  const { rows } = await sql`
    select from matches m
    join unnest(${fixtures.map(({ match_id }) => match_id)}::int[], ${fixtures.map(({ match_date }) => match_date)}::date[]) as own (match_id, match_date)
      on own.match_id = m.id and own.match_date = m.match_date
    where m.score_id is null and m.canceled_at is null and m.arranged_at is null
    for update of m`.execute(tx)
  if (rows.length < fixtures.length) refuseBuilt('a match was played, moved or canceled since')
  const idsOf = (isNew: boolean) => fixtures.filter(({ is_new }) => is_new === isNew).map(({ match_id }) => match_id)
  const [added, drawn] = [idsOf(true), idsOf(false)]
  if (added.length > 0) await tx.deleteFrom('matches').where('id', 'in', added).execute()
  if (drawn.length > 0)
    await tx
      .updateTable('matches')
      .set({ match_date: null, match_time: null, match_location: '' })
      .where('id', 'in', drawn)
      .execute()
}

/** Deletes entries with their free orders. Refuses if a player of one left, moved or played since. */
async function deleteEntries(tx: Tx, order_ids: readonly string[]): Promise<void> {
  if (order_ids.length === 0) return
  const { rows } = await sql<{ entry_id: number; is_changed: boolean }>`
    select e.id as entry_id,
      not p.counts or p.taken_cents > 0 or p.refunded_cents > 0 or e.drawn_at is not null
        or exists (select from matches m where m.league_id = e.league_id and e.id in (m.entry_one_id, m.entry_two_id))
        or exists (select from entry_players ep where ep.entry_id = e.id and (ep.former or ep.replaces_id is not null)) as is_changed
    from purchases p join entries e on e.purchase_id = p.id
    where p.order_id = any (${order_ids}::uuid[])`.execute(tx)
  if (rows.length < order_ids.length || rows.some(({ is_changed }) => is_changed))
    refuseBuilt('an entry has matches, or was changed since')
  const entry_ids = rows.map(({ entry_id }) => entry_id)
  await tx.deleteFrom('standings').where('entry_id', 'in', entry_ids).execute()
  await tx.deleteFrom('entry_players').where('entry_id', 'in', entry_ids).execute()
  await tx.deleteFrom('entries').where('id', 'in', entry_ids).execute()
  await tx
    .deleteFrom('purchases')
    .where('order_id', 'in', [...order_ids])
    .execute()
  await tx
    .deleteFrom('orders')
    .where('id', 'in', [...order_ids])
    .execute()
}

/** Deletes players whose accounts nobody has used. */
async function deletePlayers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql`
    select from players
    where id = any (${ids}::int[]) and deleted_at is null and merged_into_id is null
      and email_verified_at is null and password_hash is null
      and role = 'player'
    for update`.execute(tx)
  if (rows.length < ids.length) refuseBuilt('a player has signed in or closed the account since')
  // They follow from matches, and these are gone.
  await tx
    .deleteFrom('rating_changes')
    .where('player_id', 'in', [...ids])
    .execute()
  await tx
    .deleteFrom('ratings')
    .where('player_id', 'in', [...ids])
    .execute()
  await tx
    .deleteFrom('players')
    .where('id', 'in', [...ids])
    .execute()
}

/** Deletes the leagues and the seasons that the import made. */
async function deleteLeagues(tx: Tx, { leagues, seasons }: z.output<typeof made>): Promise<void> {
  if (leagues.length > 0) await tx.deleteFrom('leagues').where('id', 'in', leagues).execute()
  if (seasons.length > 0) await tx.deleteFrom('seasons').where('id', 'in', seasons).execute()
}
