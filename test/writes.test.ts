import { expect, test } from 'vitest'
import { files, linesWith } from './files.ts'

// A statement that waits for a locked row keeps its connection. So what writes has a turn (docs/decisions/051): the type
// `Db` has no method that writes, and this test reads the statements in SQL.

const code = files.filter(
  ({ file }) => /^(app|server|features|organizer)\/.*\.ts$/.test(file) && !/\.test\.ts$|-fixture\.ts$/.test(file),
)

/** The statements in SQL that run on a `db`, from the beginning of the call. */
function statementsOn(text: string): string[] {
  return [...text.matchAll(/\.execute\(\s*(?:\w+\.)*db\b,?\s*\)/g)].map(({ index }) => {
    const start = Math.max(
      ...['await sql', 'return sql', '= sql', '=> sql'].map((each) => text.lastIndexOf(each, index)),
    )
    return text.slice(start, index)
  })
}

const writes = /\b(insert into|delete from|merge into|update (?!of\b)\w+)|note_webhook_event/i

test('the check finds a statement that writes, also below a CTE', () => {
  expect(
    statementsOn('await sql`select 1`.execute(db)\nawait sql`with a as (delete from b) select`.execute(app.db)'),
  ).toEqual(['await sql`select 1`', 'await sql`with a as (delete from b) select`'])
  expect(writes.test('with a as (delete from b) select')).toBe(true)
})

test('no SQL writes outside a turn', () => {
  const found = code.flatMap(({ file, text }) =>
    statementsOn(text)
      .filter((statement) => writes.test(statement))
      .map((statement) => `${file}: ${statement}`),
  )
  expect(found).toEqual([])
})

/** Each file that writes without a turn, and why its statements never wait for a row that others hold long. */
const withoutTurn: Record<string, string> = {
  'server/session.ts': 'noting the use of a session skips a locked row',
  'server/api-keys.ts': 'noting the use of a key skips a locked row',
  'server/idempotency.ts': 'an attempt changes its own row, which others lock for a statement at most',
  'server/replica.ts': 'the heartbeat is one row that nothing else locks',
  'server/outside/payments-test.ts': 'the tables of the test provider, which production does not use',
}

test('a write without a turn is listed with its reason, and no other code gets a writable database', () => {
  const home = ['server/db.ts']
  expect([...new Set(linesWith(/\bwithoutTurn\(/, code, home).map((line) => line.split(':')[0]))].toSorted()).toEqual(
    Object.keys(withoutTurn).toSorted(),
  )
  expect(linesWith(/\bas (WritableDb\b|Kysely<)/, code, home)).toEqual([])
})
