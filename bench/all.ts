import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** All benchmarks. */
const all = [
  'pages',
  'install',
  'start',
  'reads',
  'report',
  'rated',
  'suggestions',
  'names',
  'logs',
  'live',
  'capacity',
  'desk',
  'scale',
  'rating',
]

// Runs the named benchmarks in turn. Without a name, all but `scale`, which takes long and needs twelve gigabytes. Each
// prints its figures and writes them to dist/bench/<name>.json. Fails if one of them fails. `rating` may be followed by a
// file of results.
const words = process.argv.slice(2)
const file = words.find((word, at) => words[at - 1] === 'rating' && word.endsWith('.csv'))
const names = words.filter((word) => word !== file)
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`)
for (const name of names.length > 0 ? names : all.filter((each) => each !== 'scale')) {
  console.log(`\n== bench/${name}.ts\n`)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `${name}.ts`), ...(name === 'rating' && file ? [file] : [])],
    { stdio: 'inherit' },
  )
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
