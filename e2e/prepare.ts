import { join } from 'node:path'
import { runFolder } from '#/test/run-folder.ts'
import { makeData } from './data.ts'

// Prepares the data that journeys begin with, before the first one, and keeps it (test/prepared.ts).
for (const kind of ['demo', 'empty'] as const) await makeData(join(runFolder(), `prepared-${kind}`), kind)
