import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** A score to report: the reporter's token, and the body of the call. */
export type Report = { token: string; body: { winner: { id: number }; opponent: { id: number } } }

/** A reader's token, with the body of the list of players. */
export type Reader = { token: string; players: object }

/** The responses during the load. */
export type Outcome = {
  /** Acknowledged writes that must exist at the end. */
  emails: string[]
  matches: number[]
  /** When each change was acknowledged, in milliseconds of performance.now. */
  writtenAt: number[]
  reads: number
  refused: number
  broken: number
  /** Responses that no player should get, one line each. */
  wrong: string[]
}

const PASSWORD = 'a quiet word with the net'

/** Milliseconds between two calls of one kind. */
const PAUSES = { signUp: 400, report: 150, read: 40 }

/**
 * Signs up, reports scores and reads at the app's processes until `stop`. Each change is read back at once by its
 * author from another process. A 503 is a refusal; any other failure is a wrong response.
 */
export function startLoad(origins: readonly string[], reports: Report[], readers: readonly Reader[]) {
  const outcome: Outcome = { emails: [], matches: [], writtenAt: [], reads: 0, refused: 0, broken: 0, wrong: [] }
  let stopped = false
  let turn = 0
  /** Round-robin over the processes. */
  const next = (): string => origins[turn++ % origins.length] ?? ''

  /** Null if refused, or cut off with an unknown outcome. */
  async function call(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown },
    expected: readonly number[] = [200, 201],
  ): Promise<{ status: number; body: unknown } | null> {
    try {
      const answer = await fetch(`${next()}/api${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      const content = (await answer.json()) as unknown
      if (answer.status === 503) {
        outcome.refused += 1
        return null
      }
      if (!expected.includes(answer.status))
        outcome.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(content).slice(0, 160)}`)
      return { status: answer.status, body: content }
    } catch (error) {
      outcome.broken += 1
      if (error instanceof Error && error.name === 'TimeoutError')
        outcome.wrong.push(`${method} ${path}: no answer in 20 s`)
      return null
    }
  }

  async function signUp(): Promise<void> {
    const email = `ha-${randomUUID()}@example.com`
    const body = {
      first_name: 'Ada',
      last_name: 'Away',
      email,
      phone: '+1 574 555 0100',
      password: PASSWORD,
      singles_level: '3.5',
      gender: 'Female',
      location: 'south-bend',
    }
    const done = await call('POST', '/users/signup', { body })
    if (done?.status !== 201) return
    outcome.emails.push(email)
    outcome.writtenAt.push(performance.now())
    const signedIn = await call('POST', '/users/signin', { body: { email, password: PASSWORD } })
    if (!signedIn || signedIn.status !== 200) return
    const { token } = signedIn.body as { token: string }
    // A read that may lag, by a player whom the replica may not have yet.
    await call('GET', '/users/standings', { token })
  }

  async function report(): Promise<void> {
    const one = reports.pop()
    if (!one) return
    // If the response was lost, the write may still have happened: the 409 of a retry is then correct.
    let done = await call('POST', '/users/scores', one, [201])
    if (!done) {
      await wait(500)
      done = await call('POST', '/users/scores', one, [201, 409, 422])
    }
    if (done?.status !== 201) return
    const { id } = done.body as { id: number }
    outcome.matches.push(id)
    outcome.writtenAt.push(performance.now())
    const shown = await call('GET', `/users/scores/${id}`, one)
    const listed = await call('GET', '/users/scores?per_page=60', one)
    if (shown && (shown.body as { match_id?: number; id?: number }).id === undefined)
      outcome.wrong.push(`the result ${id} is shown without its id`)
    const results = (listed?.body as { results?: { id: number }[] } | undefined)?.results
    if (results && !results.some((result) => result.id === id))
      outcome.wrong.push(`${one.body.winner.id} does not see their own result ${id}`)
  }

  async function read(): Promise<void> {
    const reader = readers[Math.floor(Math.random() * readers.length)]
    if (!reader) return
    const { token } = reader
    const answers = [
      () => call('GET', '/users/standings?page=1&per_page=30', { token }),
      () => call('GET', '/users/scores', { token }),
      () => call('GET', '/users/league-history', { token }),
      () => call('GET', '/users/misc/my-league', { token }),
      () => call('POST', '/users/players', { token, body: reader.players }),
      () => call('GET', '/public/seasons', {}),
    ]
    const answer = await answers[Math.floor(Math.random() * answers.length)]?.()
    if (answer?.status === 200) outcome.reads += 1
  }

  const repeat = async (work: () => Promise<void>, pause: number) => {
    while (!stopped) {
      await work()
      await wait(pause)
    }
  }
  const done = Promise.all([
    repeat(signUp, PAUSES.signUp),
    repeat(report, PAUSES.report),
    repeat(report, PAUSES.report),
    ...Array.from({ length: 3 }, () => repeat(read, PAUSES.read)),
  ])
  return {
    outcome,
    async stop(): Promise<Outcome> {
      stopped = true
      await done
      return outcome
    },
  }
}
