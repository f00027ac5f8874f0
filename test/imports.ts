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
  const files = await sourceFiles(floors.flat())
  return files.filter((file) => !/(\.test|-fixture)\.tsx?$/.test(file))
}

/** Every TypeScript file of the repository. */
export function allFiles(): Promise<string[]> {
  return sourceFiles([...floors.flat(), 'bench', 'e2e', 'ops', 'test'])
}

async function sourceFiles(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  )
  return found
    .flat()
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
}

/** Every import of one file by another, among the product's files unless others are given. */
export async function listImports(files?: readonly string[]): Promise<Import[]> {
  const imports: Import[] = []
  for (const file of files ?? (await productFiles())) {
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
  return cyclesOf(
    imports
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
      .filter(([room, other]) => room !== other),
  )
}

/** Groups of files that import each other in a circle, types included. */
export function fileCycles(imports: readonly Import[]): string[][] {
  return cyclesOf(imports.map(({ from, to }) => [from, to] as const))
}

/** The strongly connected components with more than one node (Tarjan's algorithm), each sorted. */
function cyclesOf(arrows: readonly (readonly [string, string])[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of arrows) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const lower = (node: string, other: number) => low.set(node, Math.min(low.get(node) ?? other, other))
  const visit = (node: string) => {
    order.set(node, order.size)
    lower(node, order.size - 1)
    stack.push(node)
    for (const target of targets.get(node) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lower(node, low.get(target) ?? 0)
    }
    if (low.get(node) !== order.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1 || targets.get(node)?.has(node)) cycles.push(component.toSorted())
  }
  for (const node of targets.keys()) if (!order.has(node)) visit(node)
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
