import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const built = join(import.meta.dirname, '../dist/web')

// Once at build time and at the highest quality, so that no request waits for it.
for (const file of await readdir(built, { recursive: true })) {
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file)) continue
  const path = join(built, file)
  const content = await readFile(path)
  if (content.length < 1024) continue
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}
