import { rm } from 'node:fs/promises'

/** The run's data folder goes with the run; its server has ended by now. */
export default async function cleanUp(): Promise<void> {
  const folder = process.env['E2E_DATA_DIR']
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
