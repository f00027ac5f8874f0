import { makeOwnerLink } from '#/organizer/setup/owner-links.ts'
import { readConfig } from '#/server/config.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { runCommand, withPlace } from './backup-place.ts'

// npm run owner: prints a new one-time link by which somebody becomes an owner. Reads the app's settings; the app may run.
await runCommand(async () => {
  const config = readConfig(process.env)
  await withPlace(config, { while_running: true }, async ({ url }) => {
    const db = openDatabase(url, JOB_LIMITS)
    try {
      const link = await makeOwnerLink(db, config.site, new Date())
      console.log(`This link makes an owner. It works once, within 24 hours.\n${link}`)
    } finally {
      await db.destroy()
    }
  })
})
