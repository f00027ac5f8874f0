import { expect, test } from 'vitest'
import { features } from '#/app/features.ts'
import { signUp } from '#/features/accounts/contract.ts'
import { reportScore, searchPlayers } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { listNotifications } from '#/features/notifications/contract.ts'
import { updateProfile } from '#/features/settings/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makePlayer, password } from '#/test/make.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { emailsTo } = mailboxOf(t)

const rest = { phone: '+1 574 555 0101', singles_level: '3.5', gender: 'Female', location: 'South Bend' } as const

test.each(['Ma\u202Edonna', 'Anna\u200B', '\u3164', 'A\u00ADnna'])(
  'the invisible characters of %j are refused in words at sign-up and in a profile',
  async (first_name) => {
    const refused = {
      status: 422,
      body: { fields: { first_name: expect.stringContaining('Please delete it and type it by hand.') } },
    }
    const names = { first_name, last_name: 'Kim' }
    const body = { ...names, ...rest, email: 'hidden@example.com', password }
    expect(await t.call(signUp, { body })).toMatchObject(refused)
    const player = await makePlayer(t)
    expect(
      await t.call(updateProfile, { token: player.token, body: { ...names, ...rest, email: player.email } }),
    ).toMatchObject(refused)
  },
)

test('a name of a script that needs a joiner is taken', async () => {
  const body = { first_name: 'علی\u200Cرضا', last_name: 'رضایی', ...rest, email: 'alireza@example.com', password }
  expect(await t.call(signUp, { body })).toMatchObject({ status: 201 })
})

test('a search with invisible characters, as pasted from an email, finds the player', async () => {
  const player = await makePlayer(t, { first_name: 'דנה', last_name: 'לוי' })
  const { body } = await t.call(searchPlayers, { token: player.token, body: { search: '\u2068דנה לוי\u2069' } })
  expect(body.map(({ id }) => id)).toEqual([player.id])
})

test('a name written from right to left keeps its direction to itself in emails, and is stored without marks', async () => {
  const names = { gender: 'Male', singles_level: '5.0' } as const
  const dana = await makePlayer(t, { ...names, first_name: 'דנה', last_name: 'לוי' })
  const avi = await makePlayer(t, { ...names, first_name: 'אבי', last_name: 'כהן' })
  for (const player of [dana, avi]) await joinLeague(t, player, { season: 'summer-2', division: 'mens-singles-5-0' })
  t.clock.set('2026-07-22T16:00:00Z')
  const score = scoreBody(dana, avi, '6-4 6-3', {
    season: 'Summer 2',
    match_date: '2026/07/22',
    match_area: 'South Bend',
  })
  expect(await t.call(reportScore, { token: dana.token, body: score })).toMatchObject({ status: 201 })
  const email = (await emailsTo(avi)).at(-1)
  expect(email?.text).toMatch(/^Hello \u2068אבי\u2069,/)
  expect(email?.text).toContain('\u2068דנה לוי\u2069')
  expect(email?.html).toContain('\u2068דנה לוי\u2069')
  expect(email?.to.name).toBe('אבי כהן')
  const { notifications } = (await t.call(listNotifications, { token: avi.token })).body
  expect(JSON.stringify(notifications)).toContain('דנה לוי')
  expect(JSON.stringify(notifications)).not.toMatch(/[\u2066-\u2069]/)
})

type Schema = { safeParse: (value: unknown) => { success: boolean } }
type Def = { type: string; shape?: object; innerType?: unknown; element?: unknown; options?: unknown[]; in?: unknown }

/** The text fields of a body, by path. */
function fieldsOf(schema: unknown, path: string): [path: string, schema: Schema][] {
  const def = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def
  if (!def) return []
  if (def.type === 'string') return [[path, schema as Schema]]
  const inner = [def.innerType, def.element, ...(def.options ?? []), ...(def.type === 'pipe' ? [def.in] : [])]
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`)),
    ...inner.flatMap((each) => fieldsOf(each, path)),
  ]
}

test('no call stores a name with a mark of direction', () => {
  const endpoints = features.flatMap((feature) =>
    'routes' in feature ? feature.routes.map(({ endpoint }) => endpoint) : [],
  )
  const open = endpoints
    .flatMap(({ method, path, body }) => [...fieldsOf(body, `${method} ${path}`)])
    // A player or a season that is named is known already.
    .filter(([path]) => /[._]name$/.test(path) && !/\.(?:league_name|winner\.name|opponent\.name)$/.test(path))
    .filter(([, schema]) => schema.safeParse('Anna Kim').success && schema.safeParse('Anna \u202EKim').success)
    .map(([path]) => path)
  expect(open).toEqual([])
})
