import { writeSync } from 'node:fs'

// Preloaded into an app that a benchmark starts. At exit, it writes the times of its marks in milliseconds to file 3.
process.on('exit', () => {
  const marks = performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime])
  writeSync(3, JSON.stringify(marks))
})
