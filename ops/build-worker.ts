import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import type { EmptyCourt } from '#/contract/courts.ts'

// Builds the service worker, with the list of files that the core screens need. Runs after the page's build.
const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/web')

/** Screens that work at the courts without a network, even if they were never opened before. */
const coreScreens = [
  'main.tsx',
  'dashboard-routes.tsx',
  'DeviceStatus.tsx',
  'LogOutDialog.tsx',
  '../../features/profile/ProfilePage.tsx',
  '../../features/my-league/MyLeaguePage.tsx',
  '../../features/standings/StandingsPage.tsx',
  '../../features/results/ResultsPage.tsx',
  '../../features/results/ResultPage.tsx',
  '../../features/matches/MatchScorePage.tsx',
  '../../features/matches/ScoreSubmissionPage.tsx',
  '../../features/arranging/MatchPage.tsx',
  '../../features/live-scoring/LiveScorePage.tsx',
  '../../web/offline-replies.ts',
]

/** The pictures of what these screens show when they are empty or cannot be read. */
const corePictures: readonly EmptyCourt[] = ['error', 'no-league', 'no-matches', 'no-players', 'no-results']

const manifest = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8')) as Manifest

/** The files of a module and of its static imports; the routes import all screens dynamically. */
function filesOf(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build has no ${name}. Change the list in ops/build-worker.ts.`)
  const { file, css = [], assets = [], imports = [], dynamicImports = [] } = chunk
  const later = /(^index\.html|-routes\.tsx)$/.test(name) ? [] : dynamicImports
  return [file, ...css, ...assets, ...[...imports, ...later].flatMap((each) => filesOf(each, seen))]
}

// The font's character subsets load on demand. Only the Latin subset, which covers most names, is cached in advance.
const isNeeded = (file: string) => !file.endsWith('.woff2') || file.includes('archivo-latin-wdth-normal')
const entry = Object.keys(manifest).find((name) => name.endsWith('index.html')) ?? 'index.html'
const files = new Set(
  [entry, ...coreScreens.filter((name) => name !== 'main.tsx')].flatMap((name) => filesOf(name)).filter(isNeeded),
)

const kept = [...files].toSorted().map((file) => ({ url: `/${file}`, revision: null as string | null }))
for (const picture of corePictures) {
  const content = await readFile(join(built, `courts/${picture}.svg`))
  kept.push({
    url: `/courts/${picture}.svg`,
    revision: createHash('sha256').update(content).digest('hex').slice(0, 16),
  })
}

await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: [{ find: /^#\//, replacement: `${root}/` }], preserveSymlinks: true },
  define: {
    'self.__PRECACHE': JSON.stringify(kept),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: built,
    emptyOutDir: false,
    target: 'baseline-widely-available',
    rolldownOptions: {
      input: join(root, 'app/worker/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
console.log(`dist/web/service-worker.js keeps ${kept.length} files`)
