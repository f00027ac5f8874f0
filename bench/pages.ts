import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

// The JavaScript that a visitor needs for the sign-in page: what the entry and the page import, without what waits for later.
const target = 120
const page = 'features/accounts/SignInPage.tsx'
const root = join(import.meta.dirname, '..')

const built = await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error', build: { write: false } })
if (!('output' in built)) throw new Error('this is not one build of one page')
const chunks = new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
const needed = new Set<Rolldown.OutputChunk>()
const shown = [...chunks.values()].find(({ modules }) => join(root, page) in modules)
if (!shown) throw new Error(`${page} is not in the build`)
for (const chunk of chunks.values()) if (chunk === shown || chunk.isEntry) need(chunk)

function need(chunk: Rolldown.OutputChunk): void {
  if (needed.has(chunk)) return
  needed.add(chunk)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported) need(imported)
  }
}

// By package only about: each chunk's compressed bytes are shared out by the length of its modules before they were minified.
const byPackage = new Map<string, number>()
let total = 0
console.log(`JavaScript for the sign-in page, kB (1000 bytes)\n\n${row('file', 'gzip', 'plain')}`)
for (const { chunk, gzip } of [...needed]
  .map((each) => ({ chunk: each, gzip: gzipSync(each.code, { level: 9 }).length }))
  .toSorted((a, b) => b.gzip - a.gzip)) {
  total += gzip
  console.log(row(chunk.name, kB(gzip), kB(Buffer.byteLength(chunk.code))))
  const modules = Object.entries(chunk.modules)
  const length = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0)
  for (const [path, { renderedLength }] of modules) {
    const name = packageOf(path)
    byPackage.set(name, (byPackage.get(name) ?? 0) + (gzip * renderedLength) / length)
  }
}
console.log(row('together', kB(total)))
console.log(row('target, at most', target.toFixed(1)))
console.log(`\n${row('package', 'about, gzip')}`)
for (const [name, bytes] of [...byPackage].toSorted(([, a], [, b]) => b - a)) console.log(row(name, kB(bytes)))
if (total > target * 1000) process.exitCode = 1

function packageOf(path: string): string {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  if (name !== undefined) return name
  return path.startsWith(root) ? (path.slice(root.length + 1).split('/')[0] ?? '') : 'the bundler'
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(34) + cells.map((cell) => cell.padStart(12)).join('')
}
