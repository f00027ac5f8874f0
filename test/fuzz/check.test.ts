import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { faultOf } from './check.ts'

const getThing = endpoint({
  method: 'GET',
  path: '/things',
  access: 'public',
  tag: 'Things',
  summary: 'A thing.',
  reply: z.object({ name: z.string(), count: z.int() }),
})
const right = { name: 'net', count: 1 }
const json = 'application/json; charset=utf-8'
const refusal = { message: 'Not found.', code: 'not_found', request_id: 'r1' }
const faultIn = (answer: { status?: number; body?: unknown; answered?: unknown; ms?: number; type?: string }) =>
  faultOf(
    getThing,
    {
      status: answer.status ?? 200,
      type: answer.type ?? json,
      text: JSON.stringify(answer.body ?? right),
      answered: answer.answered ?? answer.body ?? right,
      ms: answer.ms ?? 5,
    },
    { sent: '/api/things?search=relation%20"', limit_ms: 1_000 },
  )

test('a reply and a refusal that follow the contract are not faults', () => {
  expect(faultIn({})).toBeNull()
  expect(faultIn({ status: 404, body: refusal })).toBeNull()
  expect(
    faultIn({ status: 422, body: { ...refusal, code: 'invalid', fields: { name: 'Please fill this in.' } } }),
  ).toBeNull()
  expect(
    faultIn({ status: 409, body: { ...refusal, code: 'offer_over', state: { state: 'agreed', match_date: null } } }),
  ).toBeNull()
})

test.each([
  ['a failure', { status: 500, body: { ...refusal, code: 'internal' } }, 'answers 500'],
  ['a slow answer', { ms: 1_001 }, 'takes 1001 ms'],
  ['another status', { status: 201 }, 'answers 201 instead of 200'],
  ['another type', { type: 'text/html' }, 'answers text/html'],
  ['a field of another type', { body: { ...right, count: '1' } }, 'off its schema'],
  ['a field that the serializer has made up', { answered: { name: 'net', count: null } }, 'off its schema'],
  ['a refusal without a code', { status: 404, body: { message: 'x', request_id: 'r1' } }, 'in a shape of its own'],
  ['a refusal with more than it has', { status: 404, body: { ...refusal, stack: 'x' } }, 'in a shape of its own'],
  ['a refusal with the status of another', { status: 409, body: refusal }, 'refuses not_found with 409'],
  [
    'a refusal with fields that are not invalid',
    { status: 404, body: { ...refusal, fields: { a: 'b' } } },
    'with fields',
  ],
  ['a refusal with a state that is not too late', { status: 404, body: { ...refusal, state: {} } }, 'with a state'],
  ['an SQL error', { status: 404, body: { ...refusal, message: 'column "x" does not exist' } }, 'to its caller'],
  [
    'a stack',
    { status: 404, body: { ...refusal, message: 'TypeError at get (/app/server/x.ts:12:3)' } },
    'to its caller',
  ],
])('%s is a fault', (_, answer, words) => {
  expect(faultIn(answer)).toContain(words)
})

test('input may be echoed', () => {
  expect(
    faultOf(
      getThing,
      {
        status: 404,
        type: json,
        text: JSON.stringify({ ...refusal, message: 'No relation "x".' }),
        answered: null,
        ms: 1,
      },
      { sent: 'relation "x"', limit_ms: 9 },
    ),
  ).toBeNull()
})
