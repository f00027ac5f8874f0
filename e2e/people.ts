import { expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { mailbox } from './mailbox.ts'
import { READER_COOKIE, readerOf } from '#/contract/document-reader.ts'
import { documentKeyOf } from '#/server/document-cookie.ts'
import { demoPassword } from '#/test/dev-secrets.ts'

let made = 0

async function post(
  request: APIRequestContext,
  path: string,
  data: unknown,
  token?: string,
): Promise<Record<string, string>> {
  const answer = await request.post(`/api${path}`, {
    data,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300)
  return (await answer.json()) as Record<string, string>
}

/** The password of everybody made here. */
export const password = 'a lob into the sun'

/** Signs up a new player in South Bend, signs them in and confirms the email. Returns the token. */
export async function signUpAndIn(request: APIRequestContext, first_name: string, last_name: string): Promise<string> {
  const token = await signUpUnproved(request, first_name, last_name)
  const email = await emailOf(request, token)
  let confirm: string | undefined
  await expect(async () => {
    const list = await (await request.get(mailbox)).text()
    const rows = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">Confirm your email[^<]*<\/a> <span>to ([^<]*)/g)]
    const [, page] = rows.find(([, , to = '']) => to.includes(email)) ?? []
    expect(page).toBeDefined()
    confirm = /verify-email#token=([\w-]+)/.exec(await (await request.get(page ?? '')).text())?.[1]
    expect(confirm).toBeDefined()
  }).toPass()
  await post(request, '/users/verify-email', { token: confirm }, token)
  return token
}

/** Like `signUpAndIn`, without confirming the email. */
export async function signUpUnproved(
  request: APIRequestContext,
  first_name: string,
  last_name: string,
): Promise<string> {
  made += 1
  const email = `${first_name}-${process.pid}-${made}-${Date.now()}@example.com`.toLowerCase()
  await post(request, '/users/signup', {
    first_name,
    last_name,
    email,
    phone: '+1 574 555 0142',
    singles_level: '3.5',
    gender: 'Female',
    location: 'South Bend',
    password,
  })
  const { token = '' } = await post(request, '/users/signin', { email, password })
  return token
}

/**
 * An opponent in Women's Singles 4.5 of Summer 2 in South Bend, or in another division. Returns the token. The demo has
 * not drawn that league: in a drawn one the scheduled draw would add match cards during a test. Many tests use it, so
 * its table has several pages.
 */
export async function enterOpponent(
  request: APIRequestContext,
  first_name: string,
  last_name: string,
  division = 'womens-singles-4-5',
): Promise<string> {
  const token = await signUpAndIn(request, first_name, last_name)
  await joinLeague(request, token, { league_slug: 'summer-2', division, price: '39.00' })
  return token
}

/** Buys a place in one division with the card that succeeds. */
export async function joinLeague(
  request: APIRequestContext,
  token: string,
  { league_slug, division, price }: { league_slug: string; division: string; price: string },
): Promise<void> {
  const { id } = await post(request, '/payments/test/confirmation-tokens', {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: 2034,
    cvc: '123',
  })
  const cart = [{ slug: division, season_count: 1 }]
  await post(request, '/users/purchases', { league_slug, cart, price, confirmationToken: id }, token)
}

/** Reports 6-4 6-3 between two players of a league, as the winner. `match_date` is yyyy/MM/dd. */
export async function reportScore(
  request: APIRequestContext,
  { winner, opponent, season, match_date }: { winner: string; opponent: string; season: string; match_date: string },
): Promise<void> {
  const idOf = async (token: string) => {
    const answer = await request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { user: { id: number } }).user.id
  }
  const score = {
    season,
    match_date,
    match_area: 'South Bend',
    match_location: 'Leeper Park',
    winner: { id: await idOf(winner) },
    opponent: { id: await idOf(opponent) },
    set_games: [
      { score_1: 6, score_2: 4 },
      { score_1: 6, score_2: 3 },
    ],
    total_winner_score: 2,
    total_opponent_score: 0,
  }
  await post(request, '/users/scores', score, winner)
}

/** The email of the token's player. */
export async function emailOf(request: APIRequestContext, token: string): Promise<string> {
  const answer = await request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { user: { email: string } }).user.email
}

/**
 * Signs a page in before its first screen, and keeps it signed in. `documents`: also sets the document cookie, as a
 * sign-in does. Without that cookie the browser renders every screen, so that a journey can respond to its reads
 * itself.
 */
export async function enter(page: Page, token: string, { documents = true } = {}): Promise<void> {
  if (documents) await bringCookies(page.context(), token)
  else await page.route('**/api/users/document-cookie', (route) => route.fulfill({ status: 503, json: {} }))
  await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
}

/** Stores the token once, unlike `enter`. If the page removes it later, it stays removed. */
export async function leaveToken(page: Page, token: string): Promise<void> {
  await page.goto('/rules-of-nowhere')
  await page.evaluate((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
}

/** The cookies of a browser that has signed in (docs/decisions/101). */
export async function bringCookies(context: BrowserContext, token: string): Promise<void> {
  const at = { domain: 'localhost', path: '/dashboard', sameSite: 'Lax' } as const
  const cookies = cookiesOf(token).map(([name, value]) => ({ name, value, httpOnly: name !== READER_COOKIE, ...at }))
  await context.addCookies(cookies)
}

/** The same cookies as a header. */
export function documentCookies(token: string): string {
  return cookiesOf(token)
    .map((cookie) => cookie.join('='))
    .join('; ')
}

function cookiesOf(token: string): [name: string, value: string][] {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return [
    ['deuce.document', documentKeyOf(token)],
    [READER_COOKIE, `${readerOf(token)}:${timeZone}`],
  ]
}

/** Signs in the demo league's player, who has a long history, or its organizer. Returns the token. */
export async function signInDemo(request: APIRequestContext, who: 'player' | 'organizer' = 'player'): Promise<string> {
  const { token = '' } = await post(request, '/users/signin', {
    email: `${who}@deuce.example`,
    password: demoPassword,
  })
  return token
}

/** A unique name: letters only, as in names. */
export function uniqueName(stem: string): string {
  made += 1
  return stem + `${process.pid}${made}${Date.now()}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

export type Person = { id: number; token: string; name: string }

/** An opponent, for `enterOpponent`. */
export async function makePerson(request: APIRequestContext, first_name: string, last_name: string): Promise<Person> {
  const token = await enterOpponent(request, first_name, last_name)
  const { user } = await (await request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).json()
  return { id: user.id, token, name: `${first_name} ${last_name}` }
}

/** Adds an open match for today between two players made by `makePerson`. Returns its id. */
export async function addMatch(request: APIRequestContext, one: Person, two: Person): Promise<number> {
  const answer = await request.post('/api/users/matchups', {
    headers: { authorization: `Bearer ${one.token}` },
    data: {
      season: 'Summer 2',
      opponent: { id: two.id },
      match_date: '2026/07/15',
      match_time: null,
      match_location: 'Leeper Park',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).id
}
