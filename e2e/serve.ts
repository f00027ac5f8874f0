import { makeData } from './data.ts'

// The app of the journeys, on the demo league.
const dataDir = process.env['DATA_DIR']
if (!dataDir) throw new Error('DATA_DIR is missing.')
await makeData(dataDir, 'demo')
await import('#/app/main.ts')
