import { expect, test } from 'vitest'
import type { Endpoint } from '#/contract/endpoint.ts'
import { Admission, loadClasses, loadClassOf, type LoadClass } from './admission.ts'

/** A process without a clock: its time is what a test makes it. */
function openProcess() {
  const state = { now: 0, waitMs: 0, atLocks: 0 }
  const admission = new Admission({ now: () => state.now, waitMs: () => state.waitMs, atLocks: () => state.atLocks })
  return {
    admission,
    state,
    /** Runs the process for some ticks with this wait. */
    run: (waitMs: number, ticks: number) => {
      state.waitMs = waitMs
      for (let n = 0; n < ticks; n += 1) {
        state.now += 20
        admission.tick()
      }
    },
    /** Calls that are under way and do not end. */
    hold: (calls: number) => {
      for (let n = 0; n < calls; n += 1) void admission.work(() => new Promise(() => {}))
    },
    admitted: () => loadClasses.filter((of) => admission.admits(of)),
  }
}

const second = 50

test.each<[waitMs: number, admitted: LoadClass[]]>([
  [0, ['paying', 'changes', 'reads', 'documents', 'anonymous']],
  [30, ['paying', 'changes', 'reads', 'documents', 'anonymous']],
  [35, ['paying', 'changes', 'reads', 'documents']],
  [45, ['paying', 'changes', 'reads']],
  [60, ['paying', 'changes']],
  [300, ['paying', 'changes']],
  [400, ['paying']],
  [2_100, []],
])('with a lasting wait of %i ms it admits %j', (waitMs, admitted) => {
  const process = openProcess()
  process.hold(16)
  process.run(waitMs, second)
  expect(process.admitted()).toEqual(admitted)
})

test('a burst is admitted as a whole, and a wait that outlasts it is not', () => {
  const process = openProcess()
  process.hold(500)
  process.state.waitMs = 400
  for (let n = 0; n < 200; n += 1) expect(process.admission.admits('anonymous')).toBe(true)
  process.run(400, 11)
  expect(process.admission.admits('anonymous')).toBe(true)
  process.run(400, 1)
  expect(process.admission.admits('anonymous')).toBe(false)
})

test('a process that stopped for a minute refuses nobody', () => {
  const process = openProcess()
  process.hold(500)
  process.run(0, second)
  process.state.now += 60_000
  process.run(60_000, 1)
  expect(process.admitted()).toEqual(loadClasses)
})

test('with few calls under way nobody is refused, however slow the machine is', () => {
  const process = openProcess()
  process.hold(15)
  process.run(5_000, second)
  expect(process.admitted()).toEqual(loadClasses)
  process.hold(100)
  process.state.atLocks = 100
  expect(process.admitted()).toEqual(loadClasses)
  process.state.atLocks = 99
  expect(process.admitted()).toEqual([])
})

test('after a refusal each call is admitted by the wait of the moment, until a second has passed without one', () => {
  const process = openProcess()
  process.hold(16)
  process.run(100, second)
  expect(process.admission.admits('reads')).toBe(false)
  process.run(0, 1)
  expect(process.admission.admits('reads')).toBe(true)
  process.run(100, 1)
  expect(process.admission.admits('reads')).toBe(false)
  process.run(0, second)
  process.run(100, 1)
  expect(process.admission.admits('reads')).toBe(true)
})

test('the time until callers are found is a wait: the least one of a tick counts', async () => {
  const process = openProcess()
  process.hold(16)
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = process.admission.begin(() => promise)
    return async () => {
      resolve()
      await begun
    }
  }
  for (let n = 0; n < second; n += 1) {
    const [slow, slower] = [begin(), begin()]
    process.run(0, 5)
    await slow()
    await slower()
  }
  expect(process.admission.admits('reads')).toBe(false)
  expect(process.admission.refused).toMatchObject({ reads: 1, paying: 0 })
  process.run(0, second)
  await begin()()
  expect(process.admission.admits('anonymous')).toBe(true)
})

const call = (spec: Partial<Endpoint>) =>
  loadClassOf({ method: 'GET', path: '/x', access: 'player', tag: 'Test', summary: '', reply: null as never, ...spec })
const session = { authorization: `Bearer ${'a'.repeat(43)}` }

test.each<[string, Partial<Endpoint>, { authorization?: string }, LoadClass | null]>([
  ['an order, which has a line', { method: 'POST', in_line: true }, session, null],
  ['the end of an order', { method: 'POST', path: '/users/purchases/{order_id}/complete' }, session, 'paying'],
  ["a payment provider's event", { method: 'POST', raw: true, access: 'public', tag: 'Payments' }, {}, 'paying'],
  ['a score', { method: 'POST', tag: 'Matches' }, session, 'paying'],
  ['a live score', { method: 'POST', tag: 'Live scoring' }, session, 'paying'],
  ['a setting', { method: 'PUT', tag: 'Settings' }, session, 'changes'],
  ['a sign-in', { method: 'POST', path: '/users/signin', access: 'public' }, {}, 'changes'],
  ['a read', { tag: 'Matches' }, session, 'reads'],
  ['a read that is no GET', { method: 'POST', reads: true }, session, 'reads'],
  ['a public read by somebody who is signed in', { access: 'public' }, session, 'reads'],
  ['a public read by a stranger', { access: 'public' }, {}, 'anonymous'],
  ['a read by a program', {}, { authorization: 'Bearer key_abc' }, 'anonymous'],
  ['signing out', { method: 'POST', path: '/users/logout', reads: true }, session, null],
  ['signing out elsewhere', { method: 'DELETE', path: '/users/sessions/{id}' }, session, null],
])('%s', (_, spec, headers, of) => {
  expect(call(spec)(headers)).toBe(of)
})
