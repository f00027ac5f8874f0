import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'
import { reportFlaky } from '#/test/flaky.ts'

/** Prints the journeys that passed only in their second run. */
export default class FlakyReporter implements Reporter {
  #journeys: Suite | undefined

  onBegin(_config: unknown, journeys: Suite): void {
    this.#journeys = journeys
  }

  onEnd(_result: FullResult): void {
    const flaky = this.#journeys?.allTests().filter((test) => test.outcome() === 'flaky') ?? []
    // The first two titles are the run's and the project's, both empty.
    reportFlaky(flaky.map((test) => `e2e/${test.titlePath().slice(2).join(' > ')}`))
  }
}
