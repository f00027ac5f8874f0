import { makeData } from './data.ts'

// The journeys' app with the demo league. A separate database (DATABASE_URL) is filled when the app starts.
const dataDir = process.env['DATA_DIR']
if (!dataDir) throw new Error('DATA_DIR is missing.')
if (!process.env['DATABASE_URL']) await makeData(dataDir, 'demo')
await import('#/app/main.ts')
