import { afterAll } from 'vitest'
import { timetable } from '#/app/jobs.ts'

/** Keeps the clock's jobs out of this file's workers: which of them start during a test depends on the time of day. */
export function pauseTimetable(): void {
  const items = timetable.splice(0)
  afterAll(() => void timetable.push(...items))
}
