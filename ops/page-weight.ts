import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

// The weight of a screen before it can be used: the entry and the screen's file, with all their imports, in kB of 1000
// bytes. Runs after ops/compress.ts, whose files it weighs, and fails the build: node ops/page-weight.ts. With the name
// of a screen: by module.
const budget: readonly Budget[] = [
  { screen: 'sign-in', target: 95, most: 95, files: ['features/front-door/FrontDoorPage.tsx'] },
  { screen: 'sign-up', target: null, most: 103, files: ['features/accounts/SignUpPage.tsx'] },
  { screen: 'leagues', target: 120, most: 122, files: ['features/joining/GuestLeaguesPage.tsx'] },
  { screen: 'shared result', target: null, most: 122, files: ['features/results/SharedResultPage.tsx'] },
  { screen: 'public bracket', target: null, most: 126, files: ['features/playoffs/SharedPlayoffsPage.tsx'] },
  { screen: 'dashboard', target: 140, most: 141, files: signedIn('features/profile/ProfilePage.tsx') },
  { screen: 'my league', target: null, most: 136.2, files: signedIn('features/my-league/MyLeaguePage.tsx') },
  { screen: 'standings', target: null, most: 145, files: signedIn('features/standings/StandingsPage.tsx') },
  { screen: 'score form', target: 150, most: 154, files: signedIn('features/matches/ScoreSubmissionPage.tsx') },
  { screen: 'order summary', target: null, most: 159, files: signedIn('features/checkout/OrderSummaryPage.tsx') },
]
const mostCss = 13

/** Modules that no screen may load up front. */
const later = [
  'libphonenumber-js',
  'react-aria-components',
  'react-aria',
  'react-stately',
  '@internationalized/date',
  '@stripe/stripe-js',
]

/** `target`: the goal of the issue and the benchmark. `most`: the limit that fails the build. */
type Budget = { screen: string; target: number | null; most: number; files: readonly string[] }
type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] }

const built = join(import.meta.dirname, '../dist/web')
const manifest = readJson<Record<string, Chunk>>('.vite/manifest.json')
const modules = readJson<Record<string, [module: string, length: number][]>>('.vite/modules.json')

const faults: string[] = []
const shown = process.argv[2]
console.log(`Weight of the screens, kB\n\n${row('', 'gzip', 'brotli', 'at most', 'target', '')}`)
for (const { screen, target, most, files } of budget) {
  const needed = neededBy(files)
  const gzip = sum(needed.map(gzipped))
  const brotli = sum(needed.map((file) => compressed(file, 'br')))
  const isOver = gzip > most * 1000
  const verdict = isOver ? 'OVER' : target === null ? '' : gzip <= target * 1000 ? 'met' : 'missed'
  console.log(row(screen, kB(gzip), kB(brotli), String(most), String(target ?? ''), verdict))
  if (isOver || screen === shown) printModules(needed)
  if (isOver) faults.push(`${screen} is ${kB(gzip)} kB and may be ${most} kB.`)
  for (const file of needed)
    for (const name of new Set((modules[file] ?? []).map(([module]) => packageOf(module))))
      if (later.includes(name)) faults.push(`${screen} brings ${name}, in ${file}: load it when it is needed.`)
}
const first = new Set(budget.flatMap(({ files }) => neededBy(files)))
const sheets = Object.values(manifest).flatMap(({ file, css: own = [] }) => (first.has(file) ? own : []))
const css = sum([...new Set(sheets)].map(gzipped))
console.log(row('CSS', kB(css), '', String(mostCss), '12.0', css <= 12_000 ? 'met' : 'missed'))
if (css > mostCss * 1000) faults.push(`The CSS is ${kB(css)} kB and may be ${mostCss} kB.`)
if (faults.length > 0) {
  console.error(`\n${faults.join('\n')}`)
  process.exitCode = 1
}

function signedIn(page: string): string[] {
  return ['app/screens/dashboard-routes.tsx', page]
}

/** The files of the entry and of these modules, with their static imports. */
function neededBy(sources: readonly string[]): string[] {
  const needed = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) add(key)
  for (const source of sources) {
    const key = Object.keys(manifest).find((each) => posix.join('app/screens', manifest[each]?.src ?? '') === source)
    if (key === undefined) throw new Error(`${source} is not a separate file in the build.`)
    add(key)
  }
  return [...needed]
}

/** Approximate: each file's compressed bytes, distributed by the length of its modules before minification. */
function printModules(files: readonly string[]): void {
  const shares = new Map<string, number>()
  for (const file of files) {
    const own = modules[file] ?? []
    const length = sum(own.map(([, each]) => each))
    for (const [module, each] of own) {
      const name = packageOf(module)
      shares.set(name, (shares.get(name) ?? 0) + (gzipped(file) * each) / length)
    }
  }
  for (const [name, bytes] of [...shares].toSorted(([, a], [, b]) => b - a).slice(0, 60))
    console.log(`  ${name.padEnd(60)}${kB(bytes).padStart(8)}`)
}

function packageOf(module: string): string {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module
}

function gzipped(file: string): number {
  return compressed(file, 'gz')
}

/** The bytes of a file as sent; for a small file, which is sent uncompressed, its compressed size. */
function compressed(file: string, as: 'br' | 'gz'): number {
  const path = join(built, `${file}.${as}`)
  if (existsSync(path)) return statSync(path).size
  return as === 'br' ? brotliCompressSync(read(file)).length : gzipSync(read(file), { level: 9 }).length
}

function read(file: string): Buffer {
  return readFileSync(join(built, file))
}

function readJson<T>(file: string): T {
  return JSON.parse(read(file).toString()) as T
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function row(name: string, ...cells: string[]): string {
  return (name.padEnd(18) + cells.map((cell) => cell.padStart(14)).join('')).trimEnd()
}
