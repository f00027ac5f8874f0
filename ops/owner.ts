import { handOverOwnerLink } from '#/app/first-owner.ts'
import { makeOwnerLink } from '#/organizer/setup/owner-links.ts'
import { readConfig } from '#/server/config.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { runCommand, withPlace } from './backup-place.ts'

// npm run owner: makes a new one-time link that makes somebody an owner. Reads the app's settings; the app may run.
await runCommand(async () => {
  const config = readConfig(process.env)
  await withPlace(config, { while_running: true }, async ({ url }) => {
    const db = openDatabase(url, JOB_LIMITS)
    try {
      await handOverOwnerLink(config.DATA_DIR, await makeOwnerLink(db, config.site, new Date()))
    } finally {
      await db.destroy()
    }
  })
})
