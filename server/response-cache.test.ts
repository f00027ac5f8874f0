import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { ResponseCache } from './response-cache.ts'

const request = { url: '/api/public/play-offs/bracket?city=dc' } as FastifyRequest
const version = { id: 0, email_proved: true, asked_area: 'dc', area_version: '7' }

test('a shared response is made once for all requests of one version', async () => {
  const cache = new ResponseCache({ area: () => null, perPlayer: false })
  const making = Promise.withResolvers<string>()
  let made = 0
  const make = () => {
    made += 1
    return making.promise
  }
  const asked = Array.from({ length: 500 }, () => cache.share(request, version, make))
  // A caller who has seen a later version gets no response that was begun before it.
  const later = cache.share(request, { ...version, area_version: '8' }, async () => 'later')
  const elsewhere = cache.share({ url: '/api/other' } as FastifyRequest, version, async () => 'elsewhere')
  expect([await later, await elsewhere, made]).toEqual(['later', 'elsewhere', 1])
  making.resolve('bracket')
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['bracket']))
  expect(await cache.share(request, version, async () => 'again')).toBe('again')
})

test('if making a response fails, the requests that waited are refused, and the next request makes it again', async () => {
  const cache = new ResponseCache({ area: () => null, perPlayer: false })
  const fail = () => cache.share(request, version, () => Promise.reject(new Error('cut')))
  const all = await Promise.allSettled([fail(), fail()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.share(request, version, async () => 'bracket')).toBe('bracket')
})

test('a response that differs by player is never shared', async () => {
  const cache = new ResponseCache({ area: () => null, perPlayer: true })
  const asked = [1, 2].map((id) => cache.share(request, { ...version, id }, async () => id))
  expect(await Promise.all(asked)).toEqual([1, 2])
  const same = ['one', 'two'].map((text) => cache.share(request, version, async () => text))
  expect(await Promise.all(same)).toEqual(['one', 'two'])
})
