import { expect } from 'vitest'
import { nightlyChecks } from '#/organizer/checks/check.ts'
import type { TestApp } from './app.ts'

/** Every nightly check of the data finds nothing. */
export async function expectSoundData(t: TestApp): Promise<void> {
  const found: Record<string, unknown> = {}
  for (const [key, { find }] of nightlyChecks) {
    const findings = await find(t.app)
    if (findings.length > 0) found[key] = findings
  }
  expect(found).toEqual({})
}
