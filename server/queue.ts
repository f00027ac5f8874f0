import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { NOT_WAITED_FOR } from './db-pool.ts'
import { carried } from './observe.ts'
import type { Db, Tx } from './db.ts'

/** Every job and its payload. The code of each is listed in app/jobs.ts. */
export type Jobs = {
  open_seasons: Record<string, never>
  forget_mail_tokens: Record<string, never>
  /** Gives the running leagues their match cards. */
  draw_leagues: Record<string, never>
  /** Makes the play-offs of the leagues whose season has closed. */
  make_playoffs: Record<string, never>
  /** Emails the players of a bracket what is new in it for them. */
  tell_playoffs: { league_id: number }
  forget_guests: Record<string, never>
  /** Offers free places to the wait-list, of one league or of all. */
  offer_places: { league_id?: number }
  send_mail: Post
  /** Deletes the files of a photo that no account has any more. */
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

/** Every email and what it is written from. The function that writes each is listed in app/emails.ts. */
export type Emails = {
  verify_email: { player_id: number }
  /** The address as it was typed; whether it has an account is checked when the email is written. */
  reset_password: { email: string }
  set_password: { player_id: number }
  password_changed: { player_id: number }
  /** Asks the owner of an account whether a provider that vouches for its email may sign in to it. */
  link_identity: { player_id: number; provider: string; issuer: string; subject: string }
  /** A provider can sign in to the account. `ended_claims`: its email had never been confirmed, so all else ended. */
  identity_linked: { player_id: number; provider: string; ended_claims: boolean }
  /** `email` is the new one. */
  change_of_email: { player_id: number; email: string }
  /** `email` is the present one. */
  email_change_asked: { player_id: number; email: string; new_email: string }
  receipt: { order_id: string }
  /** Asks a player of the other side to confirm a version of a score. */
  score_to_confirm: { score_id: number; player_id: number }
  /** To the side that reported the version. */
  score_disputed: { score_id: number; player_id: number }
  /** Asks an organizer to settle a disputed score. */
  score_to_settle: { score_id: number; player_id: number }
  /** To the players: how an organizer has settled a dispute. */
  score_settled: { score_id: number; player_id: number }
  /** To the players: an organizer has voided a result. */
  result_voided: { score_id: number; player_id: number; reason: string; again: boolean }
  /** To the players: an organizer has awarded a match that was not played. */
  walkover_given: { score_id: number; player_id: number }
  /** To a player who has qualified: seed, first opponent or bye, and the deadline. */
  playoffs_made: { league_id: number; player_id: number }
  /** To a player: the next opponent in the play-offs is known. */
  playoff_match: { match_id: number; player_id: number }
  /** To the players of a play-off match: an earlier result has changed, so theirs does not count for now, or counts again. */
  playoff_set_aside: { match_id: number; player_id: number }
  playoff_counts_again: { match_id: number; player_id: number }
  /** To the champion and the other finalist. */
  playoffs_over: { league_id: number; player_id: number }
  /** To the first on a wait-list: a place is free and kept for them. */
  place_free: { wait_list_entry_id: number }
  /** To a player who has left a league with a full refund. */
  withdrawn: { purchase_id: number }
  /** To a player: part of the price was refunded; the entry stays. */
  refunded_in_part: { refund_id: number }
  /** The payment provider will not make a refund. */
  refund_failed: { refund_id: number }
  /** Invites someone to be the partner in a doubles entry. */
  partner_invited: { invitation_id: number }
  /** Asks a player of another area whether they want the place that an organizer has for them. */
  entry_invited: { invitation_id: number }
  /** To the organizer who invited: the player has accepted or declined. */
  entry_invitation_answered: { invitation_id: number }
  /** To the player who entered: the partner has accepted, declined, or left. */
  partner_accepted: { entry_id: number; player_id: number }
  partner_declined: { invitation_id: number }
  partner_left: { entry_id: number; player_id: number }
  /** To the partner: the player who entered has left the league. */
  pair_withdrawn: { purchase_id: number; player_id: number }
  /** To a player: an organizer has entered them without a card payment. */
  entered: { order_id: string }
  /** An organizer has moved the entry from one league to another. */
  entry_moved: { player_id: number; from: number; to: number }
  /** An organizer has withdrawn the entry without a refund. */
  entry_withdrawn: { player_id: number; league_id: number }
  /** An organizer has replaced a player: one email to the player leaving and one to the new player. */
  place_given: { league_id: number; leaving_player_id: number; new_player_id: number }
  place_taken: { league_id: number; leaving_player_id: number; new_player_id: number }
  /** An organizer's message to a league. */
  league_message: { message_id: string; player_id: number }
  /** Asks the address of one of two accounts whether they belong to one person. */
  merge_requested: { merge_request_id: number; side: 'keep' | 'from' }
  /** To both addresses of two accounts that were merged. */
  accounts_merged: { name: string; email: string; kept: boolean; confirmed: boolean }
  /** An organizer has given a free season. */
  free_season_given: { free_season_id: number }
  /** To an organizer whose areas or role have changed. */
  permissions_changed: { player_id: number; by_id: number }
  /** To an organizer who has turned the second factor on or off. */
  second_factor_changed: { player_id: number; enrolled: boolean }
  /** To an organizer whose second factor an owner has reset. */
  phone_reset: { player_id: number; by_id: number }
}
export type EmailName = keyof Emails

/** An email to write and send. Its Message-ID is fixed, so that a retry sends the same one. */
export type Post<L extends EmailName = EmailName> = { message_id: string; email: L; about: Emails[L] }

type Terms = {
  /** Replaces a job that is still waiting under this key. */
  key?: string
  /** Not before this instant of the app's clock; immediately when left out. */
  run_at?: Date
  /** After all other jobs that are due: a payment provider that hangs must not delay emails. */
  last?: boolean
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
  { key, run_at, last, max_attempts }: Terms = {},
): Promise<void> {
  // A job with a time is flagged 'held' until the app's clock (setting NOW) reaches it: the library knows only the
  // database's clock.
  await sql`${NOT_WAITED_FOR}
    select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify({ ...payload, ...carried() })}::json, priority := ${last ? 10 : 0}::int,
      job_key := ${key ?? null}::text, max_attempts := ${max_attempts ?? 25}::int,
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

/** Releases the held jobs whose time has come. */
export async function releaseHeldJobs(db: Db, now: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set flags = flags - 'held', run_at = now()
    where flags ? 'held' and run_at <= ${now}`.execute(db)
}

/** Replaces an email that is still queued under this key. */
export type EmailTerms = { key?: string }

/** Queues an email as a job of the caller's transaction: it is sent after the commit. */
export function queueEmail<L extends EmailName>(
  tx: Db | Tx,
  config: Config,
  email: L,
  about: Emails[L],
  terms: EmailTerms = {},
): Promise<void> {
  const domain = config.MAIL_FROM.replace(/^.*@/, '').replace(/>$/, '')
  return startJob(tx, 'send_mail', { message_id: `<${randomUUID()}@${domain}>`, email, about }, terms)
}
