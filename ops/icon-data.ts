import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** An icon set of @iconify-json: the elements inside each `svg`, and for an alias the name of its icon. */
type Icons = { icons: Record<string, { body: string }>; aliases?: Record<string, { parent: string }> }

/** The elements of each icon of a set by its name, which may be an alias; undefined if there is none. */
export function readIconSet(set: 'lucide' | 'circle-flags'): (name: string) => string | undefined {
  const file = createRequire(import.meta.url).resolve(`@iconify-json/${set}/icons.json`)
  const { icons, aliases = {} } = JSON.parse(readFileSync(file, 'utf8')) as Icons
  return (name) => (icons[name] ?? icons[aliases[name]?.parent ?? ''])?.body
}
