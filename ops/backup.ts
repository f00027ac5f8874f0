import { resolve } from 'node:path'
import { writeBackup } from '#/server/backup/write.ts'
import { readConfig } from '#/server/config.ts'
import { runCommand, withPlace } from './backup-place.ts'

// npm run backup -- FILE: the database, photos and keys in one file, even while the app runs. Reads the app's settings.
const [name, ...more] = process.argv.slice(2)
if (name === undefined || more.length > 0) {
  console.error('Name the file to write: npm run backup -- FILE')
  process.exitCode = 1
} else {
  const file = resolve(name)
  await runCommand(async () => {
    const config = readConfig(process.env)
    const manifest = await withPlace(config, { while_running: true }, (place) => writeBackup(place, file))
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0)
    console.log(
      `Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files to ${file}.`,
    )
    if (manifest.missing.length > 0) console.log(`Photos that could not be found: ${manifest.missing.join(', ')}.`)
    if (config.SECRET_KEY === undefined && !manifest.files.some(({ name: path }) => path.startsWith('keys/')))
      console.log(`DATA_DIR=${config.DATA_DIR} has no key: is it the folder of the app?`)
    if (config.SECRET_KEY !== undefined)
      console.log('SECRET_KEY is a setting and not in the file: keep it with the backup.')
  }, `${file}.part`)
}
