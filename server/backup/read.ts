import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { CanNotRun } from '#/db/embedded-refusals.ts'
import { readMigrations } from '#/db/migrate.ts'
import { readArchive } from './archive.ts'
import { MANIFEST, manifestForm, tableOfPart, type Manifest } from './manifest.ts'

/**
 * Reads a whole backup, compares every hash, and returns its contents. Throws CanNotRun with one line if the file is cut off,
 * altered, or of a newer release. Changes nothing.
 */
export async function checkBackup(file: string): Promise<Manifest> {
  await new Promise<void>((resolve, reject) => {
    createReadStream(file, { end: 0 })
      .once('error', (error) => reject(new CanNotRun(`The file ${file} cannot be read (${error.message}).`)))
      .once('close', resolve)
      .resume()
  })
  const manifest = await readManifest(file).catch((error: unknown) => {
    if (error instanceof CanNotRun) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CanNotRun(`The file ${file} is not a whole backup (${reason}); nothing was changed.`)
  })
  await checkMigrations(manifest)
  return manifest
}

async function readManifest(file: string): Promise<Manifest> {
  const hashes = new Map<string, ReturnType<typeof createHash>>()
  let last: { name: string; content: Buffer } | undefined
  for await (const entry of readArchive(file)) {
    last = entry
    const name = tableOfPart(entry.name) ?? entry.name
    const hash = hashes.get(name) ?? createHash('sha256')
    hashes.set(name, hash.update(entry.content))
  }
  if (last?.name !== MANIFEST) throw new Error('its end is missing')
  hashes.delete(MANIFEST)
  const content: unknown = JSON.parse(last.content.toString())
  if (typeof content === 'object' && content !== null && 'format' in content && content.format !== 1)
    throw new CanNotRun(`The file ${file} was written by a newer ${PRODUCT_NAME}; restore it with that release.`)
  const manifest = manifestForm.parse(content)
  const expected = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
  for (const { schema, name, sha256 } of manifest.tables) expected.set(`${schema}.${name}`, sha256)
  for (const [name, hash] of hashes) {
    if (expected.get(name) !== hash.digest('hex')) throw new Error(`${name} was altered`)
    expected.delete(name)
  }
  // A table without rows has no part in the archive.
  const nothing = createHash('sha256').digest('hex')
  for (const [name, sha256] of expected) if (sha256 !== nothing) throw new Error(`${name} is missing`)
  return manifest
}

async function checkMigrations(manifest: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const unknown = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (unknown)
    throw new CanNotRun(
      `The backup was written by release ${manifest.release} with the migration ${unknown.name}, which this release ${known.has(unknown.name) ? 'has with another text' : 'lacks'}; restore it with that release.`,
    )
}
