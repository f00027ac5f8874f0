import { writeSync } from 'node:fs'

// Preloaded into an app that a benchmark starts: at its end it writes the milliseconds at which it set its marks to file 3.
process.on('exit', () => {
  const marks = performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime])
  writeSync(3, JSON.stringify(marks))
})
