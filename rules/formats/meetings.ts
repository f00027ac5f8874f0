import { keyOf } from '#/rules/schedule.ts'

type Pair = readonly [number, number]

/** Counts matches by pair and by entry. */
export function countMeetings(matches: readonly { pair: Pair }[]) {
  const ofPair = new Map<string, number>()
  const ofEntry = new Map<number, number>()
  const add = (pair: Pair) => {
    ofPair.set(keyOf(pair), (ofPair.get(keyOf(pair)) ?? 0) + 1)
    for (const entry_id of pair) ofEntry.set(entry_id, (ofEntry.get(entry_id) ?? 0) + 1)
  }
  for (const { pair } of matches) add(pair)
  return {
    add,
    met: (one: number, two: number) => ofPair.get(keyOf([one, two])) ?? 0,
    matches: (entry_id: number) => ofEntry.get(entry_id) ?? 0,
  }
}
