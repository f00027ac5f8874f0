import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const request = { url: '/api/public/play-offs/bracket?city=dc' } as FastifyRequest
const asking = { id: 0, asked_area: 'dc', area_version: '7' }

test('an answer for everybody is made once for all who ask for it in one version', async () => {
  const kept = new KeptAnswers({ perPlayer: false })
  const making = Promise.withResolvers<string>()
  let made = 0
  const make = () => {
    made += 1
    return making.promise
  }
  const asked = Array.from({ length: 500 }, () => kept.share(request, asking, make))
  // Who has seen a later version gets no answer that was begun before it.
  const later = kept.share(request, { ...asking, area_version: '8' }, async () => 'later')
  const elsewhere = kept.share({ url: '/api/other' } as FastifyRequest, asking, async () => 'elsewhere')
  expect([await later, await elsewhere, made]).toEqual(['later', 'elsewhere', 1])
  making.resolve('bracket')
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['bracket']))
  expect(await kept.share(request, asking, async () => 'again')).toBe('again')
})

test('an answer that fails, fails for those who waited for it, and is made again for the next', async () => {
  const kept = new KeptAnswers({ perPlayer: false })
  const fail = () => kept.share(request, asking, () => Promise.reject(new Error('cut')))
  const all = await Promise.allSettled([fail(), fail()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await kept.share(request, asking, async () => 'bracket')).toBe('bracket')
})

test('an answer of each player’s own is never shared', async () => {
  const kept = new KeptAnswers({ perPlayer: true })
  const asked = [1, 2].map((id) => kept.share(request, { ...asking, id }, async () => id))
  expect(await Promise.all(asked)).toEqual([1, 2])
  const same = ['one', 'two'].map((text) => kept.share(request, asking, async () => text))
  expect(await Promise.all(same)).toEqual(['one', 'two'])
})
