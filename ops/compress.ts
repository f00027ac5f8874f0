import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const built = join(import.meta.dirname, '../dist/web')

// Compressed at build time and at the highest quality, so that no request waits for it. Files smaller than one packet
// stay uncompressed.
const files = (await readdir(built, { recursive: true })).filter((file) =>
  /\.(js|css|svg|json|webmanifest)$/.test(file),
)
// Compresses the files in parallel. Node uses as many threads as it has.
await Promise.all(
  files.map(async (file) => {
    const path = join(built, file)
    const content = await readFile(path)
    if (content.length < 1024) return
    await Promise.all([
      promisify(brotliCompress)(content).then((bytes) => writeFile(`${path}.br`, bytes)),
      promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
    ])
  }),
)
