import { type RunnerTestCase, TestRunner } from 'vitest'

/** The subjects of the fault tests' figures, in print order (docs/operating.md, "Faults"). */
export const subjects = [
  'database',
  'fairness',
  'rush',
  'overload',
  'jobs',
  'stop',
  'embedded',
  'payments',
  'settings',
  'memory',
  'live',
  'fuzz',
  'soak',
  'upgrade',
] as const

export type Figure = { subject: (typeof subjects)[number]; text: string }

declare module 'vitest' {
  export interface TaskMeta {
    figures?: Figure[]
  }
}

/** Records a figure of the running test. test/figures-reporter.ts prints it at the end of the run. */
export function printFigure(subject: Figure['subject'], text: string): void {
  const test = TestRunner.getCurrentTest<RunnerTestCase>()
  ;(test.meta.figures ??= []).push({ subject, text })
}

/** Seconds since `from`, a time of performance.now(). */
export function secondsSince(from: number): number {
  return (performance.now() - from) / 1000
}

/** Formats seconds for printing: '0.42 s'. */
export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`
}
