import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from './run-folder.ts'

// `npm test` runs several tools. The names go into one file, so that it can repeat them after the last.
const file = () => join(runFolder(), 'flaky')

/** In CI a test that fails is run once more; on a developer's machine it fails at once. */
export const retries = process.env['CI'] ? 1 : 0

/** Prints tests that passed only when they were run once more. */
export function reportFlaky(names: readonly string[]): void {
  const lines = names.map((name) => `flaky: ${name}\n`).join('')
  process.stdout.write(lines)
  appendFileSync(file(), lines)
}

/** The lines that were printed since the last call. */
export function takeFlaky(): string {
  try {
    return readFileSync(file(), 'utf8')
  } catch {
    return ''
  } finally {
    rmSync(file(), { force: true })
  }
}
