import { resolve } from 'node:path'
import { prepareDataDir } from '#/app/data-dir.ts'
import { checkBackup } from '#/server/backup/read.ts'
import { restoreBackup } from '#/server/backup/restore.ts'
import { readConfig } from '#/server/config.ts'
import { runCommand, withPlace } from './backup-place.ts'

// npm run restore -- FILE [--without-emails]: restores a backup into an empty place. Reads the app's settings; the app
// must not run.
const [name, option, ...more] = process.argv.slice(2)
if (name === undefined || (option !== undefined && option !== '--without-emails') || more.length > 0) {
  console.error('Name the file to restore: npm run restore -- FILE [--without-emails]')
  process.exitCode = 1
} else {
  await runCommand(async () => {
    const file = resolve(name)
    const config = readConfig(process.env)
    // The whole file is checked before anything is created.
    const manifest = await checkBackup(file)
    await prepareDataDir(config.DATA_DIR)
    await withPlace(config, { while_running: false }, (place) =>
      restoreBackup(place, file, manifest, { without_emails: option !== undefined }),
    )
    console.log(`Restored the backup of ${manifest.created_at} from ${file}. Start the app now.`)
  })
}
