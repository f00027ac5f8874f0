/** One round: its pairs, and the entry with the bye. */
export type Pairing = { pairs: [number, number][]; bye: number | null }

/**
 * Pairs a round. `order` is best first. As many pairs as possible meet for the first time (`met` counts earlier
 * meetings). Among those pairings, each entry from the top meets the nearest possible entry below it. With an odd
 * number, the bye goes to one of the entries with the most matches (`matches`): the lowest whose bye lets the most
 * others meet for the first time. `halves`: the upper half meets the lower half instead, in the same order (1-5, 2-6).
 */
export function pairRound(
  order: readonly number[],
  met: (one: number, two: number) => number,
  matches: (entry_id: number) => number,
  { halves = false } = {},
): Pairing {
  const isFresh = (one: number, two: number) => met(one, two) === 0
  const bye = order.length % 2 === 0 ? null : findBye(order, isFresh, matches)
  let left = order.filter((entry_id) => entry_id !== bye)
  let partners = matchMost(left, isFresh)
  const pairs: [number, number][] = []
  for (let [top, ...others] = left; top !== undefined; [top, ...others] = left) {
    const first = top
    const wish = halves ? others[(left.length >> 1) - 1] : others[0]
    const distance = (entry_id: number) => Math.abs(others.indexOf(entry_id) - others.indexOf(wish ?? first))
    const candidates = others.toSorted((a, b) => met(first, a) - met(first, b) || distance(a) - distance(b))
    for (const second of candidates) {
      const rest = others.filter((entry_id) => entry_id !== second)
      const wanted = partners.size / 2 - (isFresh(first, second) ? 1 : 0)
      const among = partners.get(first) === second ? without(partners, first, second) : matchMost(rest, isFresh)
      if (among.size / 2 < wanted) continue
      pairs.push([first, second])
      left = rest
      partners = among
      break
    }
  }
  return { pairs, bye }
}

function findBye(
  order: readonly number[],
  isFresh: (one: number, two: number) => boolean,
  matches: (entry_id: number) => number,
): number | null {
  const most = Math.max(...order.map(matches))
  let best: { entry_id: number; pairs: number } | null = null
  for (const entry_id of order.toReversed().filter((each) => matches(each) === most)) {
    const others = order.filter((each) => each !== entry_id)
    const pairs = matchMost(others, isFresh).size / 2
    if (pairs === others.length / 2) return entry_id
    if (best === null || pairs > best.pairs) best = { entry_id, pairs }
  }
  return best?.entry_id ?? null
}

type Partners = Map<number, number>

function without(partners: Partners, one: number, two: number): Partners {
  const others = new Map(partners)
  others.delete(one)
  others.delete(two)
  return others
}

/**
 * The largest possible number of pairs that may meet, as a map from each entry to its partner: Edmonds' blossom
 * algorithm (J. Edmonds, Paths, trees, and flowers, 1965), with one search for each unmatched entry.
 */
export function matchMost(ids: readonly number[], mayMeet: (one: number, two: number) => boolean): Partners {
  const size = ids.length
  const neighbors = ids.map((one, seat) =>
    ids.flatMap((two, other) => (other !== seat && mayMeet(one, two) ? [other] : [])),
  )
  const mate = new Int32Array(size).fill(-1)
  for (let seat = 0; seat < size; seat += 1) {
    const free = mate[seat] === -1 ? neighbors[seat]?.find((other) => mate[other] === -1) : undefined
    if (free === undefined) continue
    mate[seat] = free
    mate[free] = seat
  }
  for (let seat = 0; seat < size; seat += 1) if (mate[seat] === -1) augment(seat, neighbors, mate)
  return new Map(ids.flatMap((id, seat) => (mate[seat] === -1 ? [] : [[id, ids[mate[seat]!]!] as const])))
}

/** Finds an augmenting path from `root`, and flips it so that `root` gets a partner too. */
function augment(root: number, neighbors: readonly number[][], mate: Int32Array): void {
  const size = mate.length
  const parent = new Int32Array(size).fill(-1)
  // The blossom that a seat is in, named by the seat at its stem.
  const base = Int32Array.from({ length: size }, (_, seat) => seat)
  const inTree = new Uint8Array(size)
  const queue = [root]
  inTree[root] = 1
  const stemOf = (one: number, two: number) => {
    const above = new Set<number>()
    for (let seat = base[one]!; ; seat = base[parent[mate[seat]!]!]!) {
      above.add(seat)
      if (mate[seat] === -1) break
    }
    let seat = base[two]!
    while (!above.has(seat)) seat = base[parent[mate[seat]!]!]!
    return seat
  }
  const markUpTo = (stem: number, from: number, child: number, blossom: Uint8Array) => {
    let [seat, below] = [from, child]
    while (base[seat] !== stem) {
      const partner = mate[seat]!
      blossom[base[seat]!] = 1
      blossom[base[partner]!] = 1
      parent[seat] = below
      below = partner
      seat = parent[partner]!
    }
  }
  for (const seat of queue)
    for (const other of neighbors[seat]!) {
      if (base[seat] === base[other] || mate[seat] === other) continue
      if (other === root || (mate[other] !== -1 && parent[mate[other]!] !== -1)) {
        const stem = stemOf(seat, other)
        const blossom = new Uint8Array(size)
        markUpTo(stem, seat, other, blossom)
        markUpTo(stem, other, seat, blossom)
        for (let each = 0; each < size; each += 1)
          if (blossom[base[each]!] === 1) {
            base[each] = stem
            if (inTree[each] === 0) {
              inTree[each] = 1
              queue.push(each)
            }
          }
      } else if (parent[other] === -1) {
        parent[other] = seat
        if (mate[other] === -1) return exchange(other, parent, mate)
        inTree[mate[other]!] = 1
        queue.push(mate[other]!)
      }
    }
}

function exchange(last: number, parent: Int32Array, mate: Int32Array): void {
  for (let seat = last; seat !== -1;) {
    const before = parent[seat]!
    const next = mate[before]!
    mate[seat] = before
    mate[before] = seat
    seat = next
  }
}
