import { sql } from 'kysely'
import { carried } from './observe.ts'
import type { Db, Tx } from './db.ts'
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
  /** Announces and applies what follows for unplayed matches, where the season lets the clock do it. */
  settle_unplayed: Record<string, never>
  /** Makes the play-offs of the leagues whose season has closed. */
  make_playoffs: Record<string, never>
  /** Emails the players of a bracket what is new in it for them. */
  tell_playoffs: { league_id: number }
  forget_guests: Record<string, never>
  /** Deletes the keys of changes, and their answers, that are kept no longer. */
  forget_keys: Record<string, never>
  /** Offers free places to the wait-list, of one league or of all. */
  offer_places: { league_id?: number }
  /** Stores a notification and takes it to the channels that the player has chosen for its kind. */
  notify: Notice
  /** Sends the email of a notification that has waited for being read in the app. */
  send_mail: WaitingEmail
  /** Emails a player the news of the day. */
  send_digest: { player_id: number; digest: string }
  /** Sends a notification to one of the player's devices. `attempts`: those that have failed. */
  push: PushJob
  /** Makes the deliveries of the events that a transaction has noted (migration 074). */
  spread_webhook_events: { caused_by: string }
  /** Notes the results that silence has confirmed. */
  note_silent_confirmations: Record<string, never>
  /** Posts an event to a webhook. */
  deliver_webhook: { delivery_id: string }
  /** Deletes the files of a photo that no longer belongs to an account. */
  remove_photo: { hash: string }
  /** Continues a long-running task of an organizer. */
  work_task: { task_id: number }
  /** Asks the provider what became of an open order. */
  complete_order: { order_id: string }
  /** A webhook named a payment: reads its state from the provider. */
  follow_payment: { payment: string; order_id: string | null }
  /** Makes a requested refund at the payment provider. */
  make_refund: { refund_id: number }
  /** Starts requested refunds again whose own job is gone. */
  resume_refunds: Record<string, never>
  /** Writes the daily backup of an embedded database. */
  back_up: Record<string, never>
}
export type JobName = keyof Jobs

type Terms = {
  /** Replaces a job that is still waiting under this key. */
  key?: string
  /** What replaces it runs at the time of the first. */
  keeps_time?: boolean
  /** Not before this instant of the app's clock; immediately when left out. */
  run_at?: Date
  /** After all other jobs that are due: a payment provider that hangs must not delay emails. */
  last?: boolean
  /** Not beside another job of this queue. */
  queue?: string
  /** Attempts in all; 25 when left out. */
  max_attempts?: number
}

/**
 * Starts a job inside the transaction that causes it: it runs after the commit, at least once, in any process. A job
 * that fails is retried: 25 attempts over four days unless `max_attempts` says otherwise.
 */
export async function startJob<N extends JobName>(
  tx: Db | Tx,
  name: N,
  payload: Jobs[N],
  { key, keeps_time, run_at, last, queue, max_attempts }: Terms = {},
): Promise<void> {
  // A job with a time is flagged 'held' until the app's clock (setting NOW) reaches it: the library knows only the
  // database's clock.
  await sql`
    select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify({ ...payload, ...carried() })}::json, priority := ${last ? 10 : 0}::int, queue_name := ${queue ?? null}::text,
      job_key := ${key ?? null}::text, job_key_mode := ${keeps_time ? 'preserve_run_at' : 'replace'}::text, max_attempts := ${max_attempts ?? 25}::int,
      run_at := ${run_at ?? null}::timestamptz, flags := ${run_at ? sql`array['held']` : sql`null`}::text[])`.execute(
    tx,
  )
}

/**
 * Runs `work` for each item in turn, also after one has failed. Throws the failures together at the end, so that the job
 * is retried.
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
  await sql`
    update graphile_worker._private_jobs set flags = flags - 'held', run_at = now()
    where flags ? 'held' and run_at <= ${now}`.execute(db)
}
