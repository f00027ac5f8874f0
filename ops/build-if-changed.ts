import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf } from './inputs.ts'

// Builds the page, unless the last build was made here from the same files. Their key is stored in the folder that
// every build empties, so any other build invalidates it. Without the build tools (npm ci --omit=dev), a build from
// elsewhere is used as it is.
const root = join(import.meta.dirname, '..')
const note = join(root, 'dist/web/.inputs')
const key = keyOf([
  '{app,contract,features,organizer,rules,web}/**/*.{ts,tsx,css,html}',
  'ops/{*,courts/*}.ts',
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
