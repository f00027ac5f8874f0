import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { CanNotRun } from '#/db/embedded-refusals.ts'
import { codeOf } from '#/db/error-code.ts'
import { isDiskFull } from '#/server/outside/whole-file.ts'

/** Stores one file in the archive that is being written. */
export type AddFile = (name: string, content: Uint8Array) => Promise<void>

/**
 * Writes a .tar.gz that appears under its name only when it is complete and on the disk. Only its owner may read it, because it
 * has keys. If it cannot be written, nothing of it is left. A killed process leaves `file`.part.
 */
export async function writeArchive<T>(file: string, fill: (add: AddFile) => Promise<T>): Promise<T> {
  if (existsSync(file)) throw new CanNotRun(`The file ${file} already exists; choose another name.`)
  const part = `${file}.part`
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw new CanNotRun(reasonOf(error, part), { cause: error })
  })
  const tar = pack()
  const written = pipeline(tar, createGzip(), handle.createWriteStream({ flush: true }))
  // An early failure is thrown when the next file is added.
  written.catch(() => {})
  try {
    const result = await fill((name, content) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const headers = { name, size: content.byteLength, mode: 0o600 }
      tar.entry(headers, (error) => (error ? reject(error) : resolve())).end(content)
      return Promise.race([promise, written])
    })
    tar.finalize()
    await written
    await rename(part, file)
    if (process.platform !== 'win32') await syncFolder(dirname(file))
    return result
  } catch (error) {
    tar.destroy()
    // If the disk is full, the next file throws only that the archive has ended.
    const cause: unknown = await written.then(
      () => error,
      (reason: unknown) => (isDiskFull(reason) ? reason : error),
    )
    await rm(part, { force: true })
    throw cause
  }
}

/** The files of an archive, in the order in which they were added. Throws if it is cut off or damaged. */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; content: Buffer }> {
  const tar = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), tar)
  // An error of the pipeline is thrown by the loop over `tar`.
  reading.catch(() => {})
  for await (const entry of tar) yield { name: entry.header.name, content: await buffer(entry) }
  await reading
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

function reasonOf(error: unknown, part: string): string {
  const code = codeOf(error)
  if (code === 'EEXIST')
    return `The file ${part} exists: another backup is writing it, or one was killed. Delete it if none is running.`
  if (code === 'ENOENT') return `The folder ${dirname(part)} does not exist.`
  return `The file ${part} cannot be written (${error instanceof Error ? error.message : String(error)}).`
}
