import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** One import of one file by another, both as paths from the root of the repository. */
export type Import = { from: string; to: string; typeOnly: boolean }

/**
 * The floors of the code, lowest first. A file imports only from its own floor and those below it. The kernels share
 * one floor and do not know one another.
 */
export const floors: readonly (readonly string[])[] = [
  ['rules'],
  ['contract'],
  ['db', 'server', 'web'],
  ['features'],
  ['organizer'],
  ['app'],
]

/** Imports allowed between folders of one floor: a server's queries need the database's types. */
const neighbors: Readonly<Record<string, readonly string[]>> = { server: ['db'] }

/** The product's code, without tests and the fixtures that only tests import. */
export async function productFiles(): Promise<string[]> {
  const found = await Promise.all(
    floors
      .flat()
      .map(async (folder) =>
        (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
      ),
  )
  return found
    .flat()
    .filter((file) => /\.tsx?$/.test(file) && !/(\.test|-fixture)\.tsx?$/.test(file))
    .toSorted()
}

/** Every import of one product file by another. */
export async function listImports(): Promise<Import[]> {
  const imports: Import[] = []
  for (const file of await productFiles()) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, kind = '', specifier = ''] of text.matchAll(
      /(?:^|\n|\(|=>|await)\s*((?:import|export)(?: type)?\b)(?:[^'";]*?from)?\s*\(?\s*'([^']+)'/g,
    )) {
      const to = specifier.startsWith('#/')
        ? specifier.slice(2)
        : specifier.startsWith('.')
          ? normalize(join(dirname(file), specifier))
          : null
      if (to !== null && /\.tsx?$/.test(to)) imports.push({ from: file, to, typeOnly: kind.endsWith('type') })
    }
  }
  return imports
}

/** The room of a file: its feature or part of the desk, otherwise its top folder. */
export function roomOf(file: string): string {
  const [folder = '', name = ''] = file.split('/')
  return folder === 'features' || folder === 'organizer' ? `${folder}/${name}` : folder
}

function floorOf(file: string): number {
  const folder = file.split('/')[0] ?? ''
  return floors.findIndex((floor) => floor.includes(folder))
}

/** Imports that point up: from a lower floor to a higher one, or from one kernel to another. */
export function climbing(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to }) => {
    const [below, above] = [floorOf(from), floorOf(to)]
    if (above !== below) return above > below
    const [folder = '', other = ''] = [from.split('/')[0], to.split('/')[0]]
    return folder !== other && !(neighbors[folder] ?? []).includes(other)
  })
}

/** Groups of rooms that import one another in a circle (values, not types). Empty if there are none. */
export function roomCycles(imports: readonly Import[]): string[][] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to, typeOnly } of imports) {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (typeOnly || room === other) continue
    arrows.set(room, (arrows.get(room) ?? new Set()).add(other))
  }
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>()
    const queue = [start]
    for (let room = queue.pop(); room !== undefined; room = queue.pop())
      for (const next of arrows.get(room) ?? [])
        if (!seen.has(next)) {
          seen.add(next)
          queue.push(next)
        }
    return seen
  }
  const reach = new Map([...arrows.keys()].map((room) => [room, reaches(room)]))
  const cycles: string[][] = []
  const placed = new Set<string>()
  for (const [room, others] of reach) {
    if (placed.has(room) || !others.has(room)) continue
    const cycle = [...others].filter((other) => reach.get(other)?.has(room))
    cycle.forEach((other) => placed.add(other))
    cycles.push(cycle.toSorted())
  }
  return cycles
}

/** Rooms by height: a room is one above the highest room it imports. Rooms in a circle have no height. */
export function heights(imports: readonly Import[]): string[][] {
  const below = new Map<string, Set<string>>()
  for (const { from, to, typeOnly } of imports) {
    const [room, other] = [roomOf(from), roomOf(to)]
    const rooms = below.get(room) ?? new Set<string>()
    below.set(room, rooms)
    if (!below.has(other)) below.set(other, new Set())
    if (!typeOnly && room !== other) rooms.add(other)
  }
  const levels: string[][] = []
  const done = new Set<string>()
  for (;;) {
    const ready = [...below].filter(([room, rooms]) => !done.has(room) && [...rooms].every((other) => done.has(other)))
    if (ready.length === 0) return levels
    levels.push(ready.map(([room]) => room).toSorted())
    ready.forEach(([room]) => done.add(room))
  }
}
