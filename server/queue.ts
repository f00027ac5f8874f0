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
  forget_guests: Record<string, never>
  send_mail: Post
  /** Finds out what an order left open became. */
  complete_order: { order_id: string }
  /** The provider said that something happened to a payment: asks it what. */
  follow_payment: { payment: string; order_id: string | null }
  /** Gives the money of a line back. */
  refund_line: { purchase_id: number }
  /** Gives back what was taken for an order that had failed. */
  refund_order: { order_id: string; payment: string }
}
export type JobName = keyof Jobs

/** Every letter, and what its writer has to know. Who writes it stands in server/letters.ts. */
export type Letters = {
  verify_email: { player_id: number }
  /** The e-mail as it was typed; whether it has an account is seen when the letter is written. */
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
  /** A league left with the money back. */
  withdrawn: { purchase_id: number }
}
export type LetterName = keyof Letters

/** A letter to write and send. The Message-ID is decided here, so that a repeat carries the same. */
export type Post<L extends LetterName = LetterName> = { message_id: string; letter: L; about: Letters[L] }

type Terms = {
  /** A job still waiting under this key is replaced. */
  key?: string
  /** Not before this instant of the app's clock; at once when left out. */
  run_at?: Date
  /** After all others that are due: a provider that hangs holds up no mail. */
  last?: boolean
}

/**
 * Starts a job, inside the transaction that causes it: it runs after the commit, at least once, in any process.
 * What fails is tried again, 25 times over four days.
 */
export async function startJob<N extends JobName>(
  tx: Db | Tx,
  name: N,
  payload: Jobs[N],
  { key, run_at, last }: Terms = {},
): Promise<void> {
  // A job with a time is held back by its flag until the app's clock (setting NOW) has come so far: the library
  // knows only the database's clock.
  await sql`
    select graphile_worker.add_job(${name}::text, payload := ${payload}::json, priority := ${last ? 10 : 0}::int,
      job_key := ${key ?? null}::text,
      run_at := ${run_at ?? null}::timestamptz, flags := ${run_at ? sql`array['held']` : sql`null`}::text[])`.execute(
    tx,
  )
}

/** Lets go the held jobs whose time has come. */
export async function releaseHeldJobs(db: Db, now: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set flags = flags - 'held', run_at = now()
    where flags ? 'held' and run_at <= ${now}`.execute(db)
}

/** Mails a letter: a job of the transaction that causes it. A letter still waiting under the same key is replaced. */
export function postLetter<L extends LetterName>(
  tx: Db | Tx,
  config: Config,
  letter: L,
  about: Letters[L],
  terms: { key?: string } = {},
): Promise<void> {
  const domain = config.MAIL_FROM.replace(/^.*@/, '').replace(/>$/, '')
  return startJob(tx, 'send_mail', { message_id: `<${randomUUID()}@${domain}>`, letter, about }, terms)
}
