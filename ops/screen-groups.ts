import { join } from 'node:path'

/** The part of Rolldown's module graph that the groups depend on. */
type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const repo = join(import.meta.dirname, '..').replaceAll('\\', '/')
const program = `${repo}/app/screens/main.tsx`
const visitors = `${repo}/app/screens/routes.tsx`
const player = `${repo}/app/screens/dashboard-routes.tsx`
const desk = `${repo}/app/screens/organizer-routes.tsx`
const cache = `${repo}/web/api.ts`

/** Public screens that read data: modules they share with a player's screens are grouped with those. */
const publicReaders = [
  `${repo}/features/joining/GuestLeaguesPage.tsx`,
  `${repo}/features/results/SharedResultPage.tsx`,
  `${repo}/features/playoffs/SharedPlayoffsPage.tsx`,
]

/** Modules needed by at least this many of the player's screens load with each of them. */
const MANY_SCREENS = 12

/** Modules needed by at least this many visitors' screens without reads get a separate file. */
const MANY_LIGHT_SCREENS = 3

/** Fields and their schemas, which only forms need. */
const schemas = /[\\/](zod|contract[\\/](fields|area-field|level-field))\b/
const calls = /[\\/]features[\\/].*contract\.ts$/
const icons = /lucide:|[\\/]Icon\.tsx$/

/**
 * The output file of a module that a player's screens share. By default the bundler makes one for each set of screens
 * that share something: forty before the dashboard appears, most of them a few hundred bytes, each with separate
 * headers and a separate wait (docs/decisions/097).
 */
export function screenGroups(): (id: string, graph: Graph) => string | null {
  let groups: Map<string, string> | null = null
  return (id, graph) => (groups ??= groupsOf(graph)).get(id) ?? null
}

function groupsOf(graph: Graph): Map<string, string> {
  const infoOf = (id: string) => graph.getModuleInfo(id) ?? { importedIds: [], dynamicallyImportedIds: [] }
  /** Modules with all their imports and, with `later`, their dynamic imports. */
  const reach = (from: readonly string[], later: (id: string) => readonly string[] = () => []) => {
    const reached = new Set<string>()
    const add = (id: string) => {
      if (reached.has(id)) return
      reached.add(id)
      for (const each of [...infoOf(id).importedIds, ...later(id)]) add(each)
    }
    for (const id of from) add(id)
    return reached
  }
  const screensOf = (routes: readonly string[]) =>
    routes.flatMap((id) => infoOf(id).dynamicallyImportedIds).filter((id) => id !== player && id !== desk)

  const first = reach([program])
  const open = reach([program], (id) => screensOf([id]))
  const frame = reach([player])
  const screens = screensOf([...frame].filter((id) => id.endsWith('-routes.tsx'))).map((id) => reach([id]))
  const readers = publicReaders.map((id) => reach([id]))
  const light = screensOf([visitors])
    .map((id) => reach([id]))
    .filter((reached) => !reached.has(cache))

  const groups = new Map<string, string>()
  for (const id of new Set([frame, ...screens].flatMap((reached) => [...reached]))) {
    const needs = (all: readonly ReadonlySet<string>[]) => all.filter((reached) => reached.has(id)).length
    const isShared = frame.has(id) || needs(screens) >= MANY_SCREENS
    const hasSchemas =
      schemas.test(id) || (!calls.test(id) && infoOf(id).importedIds.some((each) => schemas.test(each)))
    if (!isShared || hasSchemas || first.has(id) || id === player || id.includes('node_modules')) continue
    const isRead = needs(readers) > 0
    if (icons.test(id) && isRead) continue
    const lightOnes = needs(light)
    if (lightOnes >= MANY_LIGHT_SCREENS) groups.set(id, 'words')
    else if (lightOnes === 0) groups.set(id, isRead ? 'reading' : open.has(id) ? 'acting' : 'player')
  }
  return groups
}
