import type { Reporter, TestModule } from 'vitest/node'
import { subjects, type Figure } from './figures.ts'

/** Prints the figures measured by a run's tests, by subject. */
export class FiguresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const figures: Figure[] = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().figures ?? []),
    )
    if (figures.length === 0) return
    console.log('\nFigures')
    for (const subject of subjects) {
      const texts = figures.filter((figure) => figure.subject === subject).map(({ text }) => text)
      // The rows of a table often repeat a text.
      const counts = Map.groupBy(texts, (text) => text)
      for (const [text, { length }] of counts)
        console.log(`  ${subject.padEnd(9)} ${length > 1 ? `${length} × ` : ''}${text}`)
    }
  }
}
