import { sql } from 'kysely'
import type { Email } from '#/server/outside/mail.ts'
import { NEWS_MINUTES } from '#/features/notifications/jobs.ts'
import { runJobs, type TestApp } from './app.ts'

type Address = string | { email: string }

/**
 * Runs the jobs that are due, and sends news that would otherwise wait ten minutes to be read in the app. The clock
 * does not move, so nothing else becomes due.
 */
export async function sendEmails(t: TestApp): Promise<void> {
  await runJobs(t)
  const until = new Date(t.clock.now().getTime() + NEWS_MINUTES * 60_000)
  await sql`
    update graphile_worker._private_jobs set flags = flags - 'held', run_at = now()
    where flags ? 'held' and run_at <= ${until}
      and task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`.execute(t.db)
  await runJobs(t)
}

/** Reads the emails to a person, after all jobs have run (`sendEmails`). */
export function mailboxOf(t: TestApp) {
  /** Oldest first. */
  async function emailsTo(address: Address): Promise<Email[]> {
    await sendEmails(t)
    const email = typeof address === 'string' ? address : address.email
    return t.emails.filter(({ to }) => to.email === email)
  }
  async function subjectsTo(address: Address): Promise<string[]> {
    return (await emailsTo(address)).map(({ subject }) => subject)
  }
  /** The token in the newest email whose subject contains these words. '' if there is none. */
  async function tokenTo(address: Address, subject = ''): Promise<string> {
    const email = (await emailsTo(address)).findLast((each) => each.subject.includes(subject))
    return /[?&#]token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''
  }
  return { emailsTo, subjectsTo, tokenTo }
}
