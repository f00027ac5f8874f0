import { join } from 'node:path'

/** As much of Rolldown's graph of modules as the groups follow from. */
type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const repo = join(import.meta.dirname, '..').replaceAll('\\', '/')
const program = `${repo}/app/screens/main.tsx`
const visitors = `${repo}/app/screens/routes.tsx`
const player = `${repo}/app/screens/dashboard-routes.tsx`
const desk = `${repo}/app/screens/organizer-routes.tsx`
const cache = `${repo}/web/api.ts`

/** The public screens that read: what they share with a player's screens is as good as theirs. */
const publicReaders = [
  `${repo}/features/joining/GuestLeaguesPage.tsx`,
  `${repo}/features/results/SharedResultPage.tsx`,
  `${repo}/features/playoffs/SharedPlayoffsPage.tsx`,
]

/** What so many of the player's screens need comes with each of them. */
const MANY_SCREENS = 12

/** What so many of the visitors' screens need that read nothing is a file of its own. */
const MANY_LIGHT_SCREENS = 3

/** Fields and their schemas, which only forms need. */
const schemas = /[\\/](zod|contract[\\/](fields|area-field|level-field))\b/
const calls = /[\\/]features[\\/].*contract\.ts$/
const icons = /lucide:|[\\/]Icon\.tsx$/

/**
 * The file of a module that a player's screens share. Left to itself the bundler makes one for each set of screens that share
 * something: forty before a player sees their dashboard, most of them of some hundred bytes, each with its own headers and
 * its own wait (docs/decisions/097).
 */
export function screenGroups(): (id: string, graph: Graph) => string | null {
  let groups: Map<string, string> | null = null
  return (id, graph) => (groups ??= groupsOf(graph)).get(id) ?? null
}

function groupsOf(graph: Graph): Map<string, string> {
  const infoOf = (id: string) => graph.getModuleInfo(id) ?? { importedIds: [], dynamicallyImportedIds: [] }
  /** Modules with all that they import, and with `later` all that they load later. */
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
