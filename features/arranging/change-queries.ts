import { sendCalendarsSoon } from '#/server/queue.ts'
import { sql } from 'kysely'
import { namedCourt } from '#/features/courts/queries.ts'
import type { MatchEventKind, OfferOutcome, Side } from '#/rules/arranging.ts'
import type { Tx } from '#/server/db.ts'

export type NewTime = {
  match_date: string
  match_time: string
  match_location: string
  court_id: number | null
  starts_at: Date
  /** Whether the other side can play then, as far as is known. Null if nobody has looked. */
  suits: boolean | null
}

/** Inserts an offer with its times and returns its id. The caller has ended the side's open offer. */
export async function insertOffer(
  tx: Tx,
  offer: { match_id: number; side: Side; player_id: number; note: string; expires_at: Date },
  times: readonly NewTime[],
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('match_offers')
    .values({ ...offer, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('match_offer_times')
    .values(times.map((time) => ({ ...time, offer_id: id })))
    .execute()
  return id
}

/** Stores how offers ended. */
export async function updateEnded(
  tx: Tx,
  ended: readonly { offer_id: number; outcome: OfferOutcome }[],
  now: Date,
): Promise<void> {
  for (const { offer_id, outcome } of ended)
    await tx.updateTable('match_offers').set({ ended_at: now, outcome }).where('id', '=', offer_id).execute()
}

/**
 * Ends the open offers of a match that have lapsed: those whose times are over, and those of a player who has left. A
 * side has at most one open offer, so this runs before a new one is inserted.
 */
export async function endLapsedOffers(tx: Tx, match_id: number, standing: readonly number[], now: Date): Promise<void> {
  await sql`
    update match_offers set ended_at = ${now}, outcome = case when expires_at <= ${now} then 'expired' else 'over' end
    where match_id = ${match_id} and ended_at is null and id <> all (${standing}::int[])`.execute(tx)
}

/** Ends all offers of a match whose score is voided, so that they do not reopen with the match. */
export async function endOffers(tx: Tx, match_id: number, now: Date): Promise<void> {
  await sql`
    update match_offers set ended_at = ${now}, outcome = case when expires_at <= ${now} then 'expired' else 'over' end
    where match_id = ${match_id} and ended_at is null`.execute(tx)
}

/** Marks the time that was taken. */
export async function updateTaken(tx: Tx, time_id: number): Promise<void> {
  await tx.updateTable('match_offer_times').set({ taken: true }).where('id', '=', time_id).execute()
}

/**
 * Date, time and court of a match; nulls and '' clear them. Without a `court_id`, the court is the one that
 * `match_location` names.
 */
export type Appointment = {
  match_date: string | null
  match_time: string | null
  match_location: string
  court_id?: number | null
}

/** Stores date, time and court of a match without a score, and which side set the date last. Null for an organizer. */
export async function updateAppointment(
  tx: Tx,
  match_id: number,
  { court_id = null, ...appointment }: Appointment,
  side: Side | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('matches')
    .set({
      ...appointment,
      court_id: court_id ?? namedCourt(sql`area`, sql`${appointment.match_location}::text`),
      ...(side === null || appointment.match_date === null ? {} : { arranged_side: side, arranged_at: now }),
    })
    .where('id', '=', match_id)
    .execute()
  await sendCalendarsSoon(tx)
}

type NewEvent = {
  match_id: number
  kind: MatchEventKind
  side: Side | null
  /** Null for the scheduled job. */
  player_id: number | null
  offer_id?: number
  text?: string
  match_date?: string | null
  match_time?: string | null
  match_location?: string
  minutes_before?: number | null
}

/** Adds an entry to the timeline of a match and returns its id. */
export async function insertEvent(tx: Tx, event: NewEvent, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('match_events')
    .values({ ...event, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Reports a message of the other side. Returns false if there is no such message or it has been reported. */
export async function updateReported(
  tx: Tx,
  {
    match_id,
    message_id,
    side,
    player_id,
    reason,
  }: { match_id: number; message_id: number; side: Side; player_id: number; reason: string },
  now: Date,
): Promise<'reported' | 'already' | 'missing'> {
  const message = await tx
    .selectFrom('match_events')
    .select('reported_at')
    .where('id', '=', message_id)
    .where('match_id', '=', match_id)
    .where('kind', '=', 'message')
    .where('side', '<>', side)
    .executeTakeFirst()
  if (!message) return 'missing'
  if (message.reported_at) return 'already'
  await tx
    .updateTable('match_events')
    .set({ reported_at: now, reported_by_id: player_id, report_reason: reason })
    .where('id', '=', message_id)
    .execute()
  return 'reported'
}

/** Erases a player's messages, notes and reasons. The entries of the timelines stay. */
export async function eraseWords(tx: Tx, player_id: number): Promise<void> {
  await tx.updateTable('match_events').set({ text: '' }).where('player_id', '=', player_id).execute()
  await tx.updateTable('match_events').set({ report_reason: '' }).where('reported_by_id', '=', player_id).execute()
  await tx.updateTable('match_offers').set({ note: '' }).where('player_id', '=', player_id).execute()
}
