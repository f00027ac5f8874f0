import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'

/** Every job that can be started, and what it is told. What it does stands in server/jobs.ts. */
export type Jobs = {
  open_seasons: Record<string, never>
  forget_mail_tokens: Record<string, never>
  /** Gives the running leagues their match cards. */
  draw_leagues: Record<string, never>
  /** Makes the play-offs of the leagues whose season has closed. */
  make_playoffs: Record<string, never>
  /** Tells the players of a bracket what they do not know of it yet. */
  tell_playoffs: { league_id: number }
  forget_guests: Record<string, never>
  /** Keeps free places for those who wait: of one league, or of all. */
  offer_places: { league_id?: number }
  send_mail: Post
  /** Goes on with a long piece of work of the desk. */
  work_task: { task_id: number }
  /** Finds out what an order left open became. */
  complete_order: { order_id: string }
  /** The provider said that something happened to a payment: asks it what. */
  follow_payment: { payment: string; order_id: string | null }
  /** Makes a requested refund at the payment provider. */
  make_refund: { refund_id: number }
  /** Starts requested refunds again whose own job is gone. */
  resume_refunds: Record<string, never>
}
export type JobName = keyof Jobs

/** Every email, and what its writer has to know. Who writes it stands in server/emails.ts. */
export type Emails = {
  verify_email: { player_id: number }
  /** The e-mail as it was typed; whether it has an account is seen when the email is written. */
  reset_password: { email: string }
  set_password: { player_id: number }
  password_changed: { player_id: number }
  /** `email` is the new one. */
  change_of_email: { player_id: number; email: string }
  /** `email` is the present one. */
  email_change_asked: { player_id: number; email: string; new_email: string }
  receipt: { order_id: string }
  /** Asks a player of the other side whether a version of a score is right. */
  score_to_confirm: { score_id: number; player_id: number }
  /** Tells the side whose version it is. */
  score_disputed: { score_id: number; player_id: number }
  /** Asks an organizer to settle a disputed score. */
  score_to_settle: { score_id: number; player_id: number }
  /** Tells the players what an organizer has said. */
  score_settled: { score_id: number; player_id: number }
  /** Tells the players that an organizer has taken a result back. */
  result_voided: { score_id: number; player_id: number; reason: string; again: boolean }
  /** Tells the players to whom an organizer has given a match that nobody played. */
  walkover_given: { score_id: number; player_id: number }
  /** Tells a player who has qualified: seed, first opponent or bye, by when. */
  playoffs_made: { league_id: number; player_id: number }
  /** Tells a player of the match that has become known. */
  playoff_match: { match_id: number; player_id: number }
  /** Tells the champion and the other finalist how it ended. */
  playoffs_over: { league_id: number; player_id: number }
  /** Tells whoever is next on a wait-list that a place is kept. */
  place_free: { wait_list_entry_id: number }
  /** A league left with the money back. */
  withdrawn: { purchase_id: number }
  /** A part of the money goes back, the entry stays. */
  refunded_in_part: { refund_id: number }
  /** The payment provider will not make a refund. */
  refund_failed: { refund_id: number }
  /** Asks whoever it is to be the partner of an entry in doubles. */
  partner_invited: { invitation_id: number }
  /** To who entered: the partner has accepted, has declined, has left. */
  partner_accepted: { entry_id: number; player_id: number }
  partner_declined: { invitation_id: number }
  partner_left: { entry_id: number; player_id: number }
  /** To the partner: who entered has left the league. */
  pair_withdrawn: { purchase_id: number; player_id: number }
  /** To a player whom an organizer has entered without a card. */
  entered: { order_id: string }
  /** An organizer has moved the entry from one league to another. */
  entry_moved: { player_id: number; from: number; to: number }
  /** An organizer has taken the entry out, and the money stays. */
  entry_withdrawn: { player_id: number; league_id: number }
  /** An organizer has given a place to another player: to who leaves, to who comes. */
  place_given: { league_id: number; leaving_player_id: number; new_player_id: number }
  place_taken: { league_id: number; leaving_player_id: number; new_player_id: number }
  /** What an organizer writes to a league. */
  league_message: { message_id: string; player_id: number }
  /** Two accounts of one person are one now: to the e-mail of each. */
  accounts_merged: { name: string; email: string; kept: boolean }
  /** An organizer has given a free season. */
  free_season_given: { free_season_id: number }
  /** Somebody runs leagues now, or other ones, or none any more. */
  permissions_changed: { player_id: number; by_id: number }
  /** An organizer has enrolled a phone, or given it up. */
  second_factor_changed: { player_id: number; enrolled: boolean }
  /** An owner has taken the lost phone off an organizer's account. */
  phone_reset: { player_id: number; by_id: number }
}
export type EmailName = keyof Emails

/** An email to write and send. The Message-ID is decided here, so that a repeat carries the same. */
export type Post<L extends EmailName = EmailName> = { message_id: string; email: L; about: Emails[L] }

type Terms = {
  /** A job still waiting under this key is replaced. */
  key?: string
  /** Not before this instant of the app's clock; at once when left out. */
  run_at?: Date
  /** After all others that are due: a provider that hangs holds up no mail. */
  last?: boolean
  /** How often it is tried; 25 times when left out. */
  max_attempts?: number
}

/**
 * Starts a job, inside the transaction that causes it: it runs after the commit, at least once, in any process.
 * What fails is tried again, 25 times over four days unless the terms say less.
 */
export async function startJob<N extends JobName>(
  tx: Db | Tx,
  name: N,
  payload: Jobs[N],
  { key, run_at, last, max_attempts }: Terms = {},
): Promise<void> {
  // A job with a time is held back by its flag until the app's clock (setting NOW) has come so far: the library
  // knows only the database's clock.
  await sql`
    select graphile_worker.add_job(${name}::text, payload := ${payload}::json, priority := ${last ? 10 : 0}::int,
      job_key := ${key ?? null}::text, max_attempts := ${max_attempts ?? 25}::int,
      run_at := ${run_at ?? null}::timestamptz, flags := ${run_at ? sql`array['held']` : sql`null`}::text[])`.execute(
    tx,
  )
}

/**
 * Does the same work for each, one after the other: one that fails holds up no other. Throws the failures together at the
 * end, so that the job is tried again.
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

/** Lets go the held jobs whose time has come. */
export async function releaseHeldJobs(db: Db, now: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set flags = flags - 'held', run_at = now()
    where flags ? 'held' and run_at <= ${now}`.execute(db)
}

/** A queued email that still waits under the same key is replaced. */
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
