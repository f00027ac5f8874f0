import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batch.ts'

/** A load that records its keys, and returns when the test lets it. */
function recorded() {
  const asked: number[][] = []
  const answers: PromiseWithResolvers<void>[] = []
  const find = batched(async (keys: readonly number[]) => {
    asked.push([...keys])
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return keys.map((key) => key * 10)
  })
  return { find, asked, answers }
}

test('keys requested in one turn go into one statement, and each caller gets the value of its key', async () => {
  const { find, asked, answers } = recorded()
  const found = Promise.all([find(1), find(2), find(1)])
  await turn()
  expect(asked).toEqual([[1, 2, 1]])
  answers[0]?.resolve()
  expect(await found).toEqual([10, 20, 10])
})

test('a key requested after a statement began goes into a later statement', async () => {
  const { find, asked, answers } = recorded()
  const first = find(1)
  await turn()
  const second = find(1)
  await turn()
  expect(asked).toEqual([[1], [1]])
  for (const { resolve } of answers) resolve()
  expect(await Promise.all([first, second])).toEqual([10, 10])
})

test('two statements run at a time; keys requested meanwhile go together into the next statement', async () => {
  const { find, asked, answers } = recorded()
  const found: Promise<number>[] = []
  for (const key of [1, 2, 3, 4]) {
    found.push(find(key))
    await turn()
  }
  expect(asked).toEqual([[1], [2]])
  answers[0]?.resolve()
  await found[0]
  await turn()
  expect(asked).toEqual([[1], [2], [3, 4]])
  for (const { resolve } of answers) resolve()
  expect(await Promise.all(found)).toEqual([10, 20, 30, 40])
})

test('at most a hundred keys go into one statement', async () => {
  const { find, asked, answers } = recorded()
  const found = Promise.all(Array.from({ length: 150 }, (_, key) => find(key)))
  await turn()
  await turn()
  expect(asked.map(({ length }) => length)).toEqual([100, 50])
  for (const { resolve } of answers) resolve()
  expect(await found).toHaveLength(150)
})

test('a failing statement rejects only its own keys, and later keys are still looked up', async () => {
  let isBroken = true
  const find = batched(async (keys: readonly number[]) => {
    if (isBroken) throw new Error('broken')
    return keys
  })
  const broken = await Promise.allSettled([find(1), find(2)])
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await find(3)).toBe(3)
})
