import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf } from './inputs.ts'

// Builds the page, unless the last build was made here from the same files. Their key is kept in the folder that every
// build empties, so after any other build the page is built again. Where the tools of the build are not installed
// (npm ci --omit=dev) a build from elsewhere is taken as it is.
const root = join(import.meta.dirname, '..')
const note = join(root, 'dist/web/.inputs')
const key = keyOf([
  '{app,contract,features,organizer,rules,web}/**/*.{ts,tsx,css,html}',
  'ops/{build-worker,copy-flags,cut-fonts,draw-courts,courts/*,compress,list-modules,lucide-icons,needed-files,page-weight,screen-groups}.ts',
  '{package.json,vite.config.ts}',
])
const canBuild = existsSync(join(root, 'node_modules/vite'))
if (!canBuild && !existsSync(join(root, 'dist/web/index.html'))) {
  console.error('The page is not built (dist/web), and what builds it is not installed: run "npm ci && npm run build".')
  process.exit(1)
}
if (canBuild && (!existsSync(note) || readFileSync(note, 'utf8') !== key)) {
  const npm = process.env['npm_execpath']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, 'run', 'build'], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  writeFileSync(note, key)
}
