import { join } from 'node:path'
import { runFolder } from '#/test/run-folder.ts'
import { makeData } from './data.ts'

// Makes what journeys begin with before they begin; it is kept (test/prepared.ts).
for (const kind of ['demo', 'empty'] as const) await makeData(join(runFolder(), `prepared-${kind}`), kind)
