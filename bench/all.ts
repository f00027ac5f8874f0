import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// Every benchmark, one after the other. Fails when one of them does.
for (const file of ['pages.ts', 'start.ts', 'standings.ts']) {
  console.log(`\n== bench/${file}\n`)
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
