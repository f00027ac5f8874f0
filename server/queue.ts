import { sql } from 'kysely'
import { carried } from './observe.ts'
import { inTurn, type Db, type Tx } from './db.ts'
import type { Notice, PushJob, WaitingEmail } from './notifications.ts'

/** Every job and its payload. The feature's `feature.ts` names the work of each. */
export type Jobs = {
  open_seasons: Record<string, never>
  forget_mail_tokens: Record<string, never>
  /** Gives the running leagues their match cards. */
  draw_leagues: Record<string, never>
  /** Sends the appointments that have changed to their players' calendars. */
  send_calendars: Record<string, never>
  /** Reminds players of their matches. */
  send_reminders: Record<string, never>
  /** Announces and applies the outcome of unplayed matches, in seasons that do so automatically. */
  settle_unplayed: Record<string, never>
  /** Makes the play-offs of leagues whose season has closed. */
  make_playoffs: Record<string, never>
  /** Rates the pools whose results have changed. Triggers start it (migration 150). */
  rate_results: Record<string, never>
  /** Seals the leagues whose season is over and whose table is final. */
  seal_leagues: Record<string, never>
  /** Emails the players of a bracket about news for them. */
  tell_playoffs: { league_id: number }
  forget_guests: Record<string, never>
  /** Deletes expired idempotency keys and their responses. */
  forget_keys: Record<string, never>
  /** Offers free places to the wait-list, of one league or of all. */
  offer_places: { league_id?: number }
  /** Stores a notification and sends it on the channels that the player has chosen for its kind. */
  notify: Notice
  /** Sends the email of a notification that was not read in the app in time. */
  send_mail: WaitingEmail
  /** Emails a player the news of the day. */
  send_digest: { player_id: number; digest: string }
  /** Sends a notification to one of the player's devices. `attempts` counts those that have failed. */
  push: PushJob
  /** Makes the deliveries for the events of a transaction (migration 074). */
  spread_webhook_events: { caused_by: string }
  /** Records events for results that nobody has disputed in time. */
  note_silent_confirmations: Record<string, never>
  /** Posts an event to a webhook. */
  deliver_webhook: { delivery_id: string }
  /** Deletes the files of a photo that no longer belongs to an account. */
  remove_photo: { hash: string }
  /** Continues a long-running task of an organizer. */
  work_task: { task_id: number }
  /** Completes an open order by its payment's state at the provider. */
  complete_order: { order_id: string }
  /** Reads the state of a payment that a webhook named from the provider. */
  follow_payment: { payment: string; order_id: string | null }
  /** Makes a requested refund at the payment provider. */
  make_refund: { refund_id: number }
  /** Restarts requested refunds whose job is gone. */
  resume_refunds: Record<string, never>
  /** Checks what is stored against the rules that always hold (organizer/checks). */
  check_data: Record<string, never>
  /** Compares this month's payments with the provider's. */
  check_books: Record<string, never>
  /** Writes the daily backup of an embedded database. */
  back_up: Record<string, never>
  /** Restores the newest backup beside the database, and checks it. */
  prove_backup: Record<string, never>
}
export type JobName = keyof Jobs

type Terms = {
  /** Replaces a waiting job with the same key. */
  key?: string
  /** The replacement runs at the time of the first job. */
  keeps_time?: boolean
  /** Runs no earlier than this instant of the app's clock. Immediately if left out. */
  run_at?: Date
  /** Runs after all other due jobs, so that a payment provider that hangs does not delay emails. */
  last?: boolean
  /** Jobs of one queue run one at a time. */
  queue?: string
  /** 25 if left out. */
  max_attempts?: number
}

/**
 * Starts a job inside the transaction that causes it. It runs after the commit, at least once, in any process. A job that
 * fails is retried: 25 attempts over four days unless `max_attempts` is given.
 */
export async function startJob<N extends JobName>(
  tx: Db | Tx,
  name: N,
  payload: Jobs[N],
  { key, keeps_time, run_at, last, queue, max_attempts }: Terms = {},
): Promise<void> {
  // A job with a time is flagged 'held' until the app's clock (setting NOW) reaches it, because the library only knows the
  // database's clock.
  await sql`
    select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify({ ...payload, ...carried() })}::json, priority := ${last ? 10 : 0}::int, queue_name := ${queue ?? null}::text,
      job_key := ${key ?? null}::text, job_key_mode := ${keeps_time ? 'preserve_run_at' : 'replace'}::text, max_attempts := ${max_attempts ?? 25}::int,
      run_at := ${run_at ?? null}::timestamptz, flags := ${run_at ? sql`array['held']` : sql`null`}::text[])`.execute(
    tx,
  )
}

/**
 * Runs `work` for each item, one after the other, and continues after a failure. Throws the failures together at the
 * end, so that the job is retried.
 */
export async function workOnEach<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const thing of things)
    try {
      await work(thing)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${things.length} failed`)
}

/** Sends changed appointments after the commit, rather than at the next minute of the clock. */
export function sendCalendarsSoon(tx: Db | Tx): Promise<void> {
  return startJob(tx, 'send_calendars', {}, { key: 'send_calendars' })
}

/** Releases the held jobs whose time has come. */
export async function releaseHeldJobs(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    sql`
    update graphile_worker._private_jobs set flags = flags - 'held', run_at = now()
    where flags ? 'held' and run_at <= ${now}`.execute(writable),
  )
}
