import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const repo = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'deuce-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a checkout in a folder with # and ? in its name is built', () => {
  const checkout = join(folder, 'a league #1?')
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repo,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((each) => each !== '' && existsSync(join(repo, each)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    cpSync(join(repo, file), join(checkout, file))
  }
  symlinkSync(join(repo, 'node_modules'), join(checkout, 'node_modules'), 'junction')
  // Not the environment of tests, in which React's own checks are built in.
  const { NODE_ENV: _, ...env } = process.env
  const built = spawnSync(process.execPath, ['ops/build.ts'], { cwd: checkout, encoding: 'utf8', env })
  expect({ status: built.status, errors: built.stderr }).toEqual({ status: 0, errors: '' })
  const page = readFileSync(join(checkout, 'dist/web/index.html'), 'utf8')
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  const exist = [script, '/service-worker.js', '/../pages/render.js', '/../docs/swagger-ui-bundle.js'].map((file) =>
    existsSync(join(checkout, 'dist/web', file)),
  )
  expect(exist).toEqual([true, true, true, true])
})
