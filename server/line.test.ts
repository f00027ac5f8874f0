import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './refuse.ts'
import { Line } from './line.ts'

/** Work that ends when the test says so, and the order in which it began. */
function workshop(line: Line) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const come = (who: string) => {
    const outcome = line
      .run(who, async () => {
        begun.push(who)
        await new Promise<void>((resolve) => ends.set(who, resolve))
        return 'done'
      })
      .catch((error: unknown) => refusalOf(error)?.state ?? error)
    return outcome
  }
  const end = async (who: string) => {
    ends.get(who)?.()
    await wait(0)
  }
  return { begun, come, end }
}

describe('a line', () => {
  test('gives two turns at once, and the others in the order in which they came', async () => {
    const { begun, come, end } = workshop(new Line({ turns: 2 }))
    const all = ['a', 'b', 'c', 'd'].map(come)
    await wait(0)
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    await end('c')
    await end('d')
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
  })

  test('says the place after a while, keeps it, and holds up nobody who is there', async () => {
    const line = new Line({ turns: 2, waitMs: 20 })
    const { begun, come, end } = workshop(line)
    const working = ['a', 'b'].map(come)
    expect(await Promise.all([come('c'), come('d')])).toEqual([
      { place: 1, seconds: 1 },
      { place: 2, seconds: 1 },
    ])
    // E comes later, and C comes back: C is first although E asked first.
    const late = come('e')
    const back = come('c')
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c'])
    // D is not there, so E is next.
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c', 'e'])
    await end('c')
    await end('e')
    expect(await Promise.all([...working, late, back])).toEqual(['done', 'done', 'done', 'done'])
    expect(line.isEmpty).toBe(false)
    const again = come('d')
    await wait(0)
    expect(begun).toEqual(['a', 'b', 'c', 'e', 'd'])
    await end('d')
    expect(await again).toBe('done')
    expect(line.isEmpty).toBe(true)
  })

  test('forgets the place of somebody who does not come back', async () => {
    let now = 0
    const line = new Line({ turns: 2, waitMs: 1, keptMs: 1_000, now: () => now })
    const { come, end } = workshop(line)
    const working = ['a', 'b'].map(come)
    expect(await come('c')).toEqual({ place: 1, seconds: 1 })
    now = 1_000
    expect(await come('d')).toEqual({ place: 1, seconds: 1 })
    await end('a')
    await end('b')
    await Promise.all(working)
    now = 2_000
    expect(line.isEmpty).toBe(true)
  })

  test('gives one person one place: a second request stands behind', async () => {
    const line = new Line({ turns: 2 })
    const { begun, come, end } = workshop(line)
    const all = ['a', 'b', 'c', 'd', 'c'].map(come)
    await wait(0)
    for (const who of ['a', 'b', 'c', 'd']) await end(who)
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'c'])
    await end('c')
    await Promise.all(all)
    expect(line.isEmpty).toBe(true)
  })

  test('goes on after work that fails', async () => {
    const line = new Line({ turns: 2 })
    const fails = line.run('a', () => Promise.reject(new Error('no')))
    await expect(fails).rejects.toThrow('no')
    expect(await line.run('b', async () => 1)).toBe(1)
    expect(line.isEmpty).toBe(true)
  })
})
