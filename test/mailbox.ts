import type { Email } from '#/server/outside/mail.ts'
import { runJobs, type TestApp } from './app.ts'

type Address = string | { email: string }

/** What was emailed to somebody, after all jobs have run. */
export function mailboxOf(t: TestApp) {
  /** First sent first. */
  async function emailsTo(address: Address): Promise<Email[]> {
    await runJobs(t)
    const email = typeof address === 'string' ? address : address.email
    return t.emails.filter(({ to }) => to.email === email)
  }
  async function subjectsTo(address: Address): Promise<string[]> {
    return (await emailsTo(address)).map(({ subject }) => subject)
  }
  /** The token in the newest email whose subject contains these words; '' without one. */
  async function tokenTo(address: Address, subject = ''): Promise<string> {
    const email = (await emailsTo(address)).findLast((each) => each.subject.includes(subject))
    return /[?&#]token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''
  }
  return { emailsTo, subjectsTo, tokenTo }
}
