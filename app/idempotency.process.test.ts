import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { arrange, makeLeague } from '#/features/matches/score-fixture.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { holdChanges } from '#/test/hold.ts'
import { kill, processesOn } from '#/test/process.ts'

const today = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const t = await startApp(today, {}, url)
const { start } = processesOn(url, {})
const {
  people: [ann],
  league_id,
  entry_ids,
} = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' })
const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-24')

/** Sends a message in the match, which no other rule deduplicates. */
async function write(origin: string, text: string) {
  const response = await fetch(`${origin}/api/users/matchups/${match_id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json', 'idempotency-key': text },
    body: JSON.stringify({ text }),
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code, retry_after: response.headers.get('retry-after') }
}

async function countMessages(text: string): Promise<number> {
  return (await t.db.selectFrom('match_events').select('id').where('text', '=', text).execute()).length
}

/** Sets the age of the open claims. After ten seconds they count as those of a dead process. */
async function setAge(seconds: number): Promise<void> {
  await sql`update idempotency_keys set claimed_at = now() - ${seconds} * interval '1 second' where status is null`.execute(
    t.db,
  )
}

test.each([
  { killed: 'before the commit', of: 'changed', stored: 0, status: 201, code: undefined },
  { killed: 'between the commit and the answer', of: 'status', stored: 1, status: 409, code: 'done_already' },
] as const)(
  'a repeated key makes the change once when its process is killed $killed',
  async ({ killed, of, stored, status, code }) => {
    const now = t.clock.now().getTime()
    const [one, two] = await Promise.all([start(now), start(now)])
    const hold = await holdChanges(t.db, sql`update of ${sql.ref(of)} on idempotency_keys`)
    const lost = write(one.origin, killed).catch(() => null)
    await expect.poll(hold.waiting).toBe(1)
    await kill(one.child)
    expect(await lost).toBeNull()
    await hold.end()
    // However slow this machine is, the second call comes within the lease.
    await setAge(-300)
    const early = await write(two.origin, killed)
    expect(early).toEqual({ status: 409, code: 'key_in_use', retry_after: '2' })
    expect(await countMessages(killed)).toBe(stored)

    await setAge(11)
    expect(await write(two.origin, killed)).toMatchObject({ status, code })
    expect(await countMessages(killed)).toBe(1)
    await kill(two.child)
  },
)
