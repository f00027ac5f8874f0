import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Builds the page, and the screens that the server renders, into dist/.
const root = join(import.meta.dirname, '..')
// The native loader reads the configuration as Node does: Vite's own one follows links.
const vite = ['node_modules/vite/bin/vite.js', 'build', '--configLoader', 'native', '--logLevel', 'warn']
const steps = [
  ['ops/cut-fonts.ts'],
  ['ops/draw-courts.ts'],
  ['ops/copy-flags.ts'],
  ['ops/copy-api-page.ts'],
  vite,
  [...vite, '--ssr', 'render.tsx'],
  ['ops/build-worker.ts'],
  ['ops/compress.ts'],
  ['ops/page-weight.ts'],
]

/** Vite takes # and ? in the path of a file as parts of a URL, so a folder with one in its name is built through a link. */
const link = /[#?]/.test(root) ? join(mkdtempSync(join(tmpdir(), 'deuce-build-')), 'deuce') : null
if (link !== null) symlinkSync(root, link, 'junction')
try {
  for (const [script = '', ...options] of steps) {
    const flags = link === null ? [] : ['--preserve-symlinks', '--preserve-symlinks-main']
    const config = script.endsWith('vite.js') ? ['--config', join(link ?? root, 'vite.config.ts')] : []
    const step = [...flags, join(link ?? root, script), ...options, ...config]
    const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' })
    if (status !== 0) {
      process.exitCode = 1
      break
    }
  }
} finally {
  if (link !== null) rmSync(join(link, '..'), { recursive: true })
}
