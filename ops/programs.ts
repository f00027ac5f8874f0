import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** The script that npm links to in node_modules/.bin: by itself it runs on every system without a shell. */
export function programOf(tool: string): string {
  const folder = join(root, 'node_modules', tool)
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [program] = Object.values(bin)
  if (program === undefined) throw new Error(`${tool} has no program.`)
  return join(folder, program)
}
