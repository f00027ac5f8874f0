import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problem } from './node-24.mjs'

test.each(['0.12.18', '18.20.4', '20.20.2', '22.22.0', '24.0.0', '24.9.0', '24.13.1'])(
  '%s is too old, in one line',
  (version) => {
    expect(problem(version)).toBe(
      `Deuce needs Node.js 24.14 or newer, and this is ${version}. Run "npm ci" so that npm brings its own, or install it from nodejs.org.`,
    )
  },
)

test.each(['24.14.0', '24.21.0', '25.0.0', '26.1.0', '100.0.0'])('%s is new enough', (version) => {
  expect(problem(version)).toBeNull()
})

test.each([['--import', './node-24.mjs', '--eval', ''], ['node-24.mjs']])(
  'the Node.js of the tests passes silently: node %s',
  (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: join(import.meta.dirname),
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  },
)
