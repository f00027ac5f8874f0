import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { printFigure } from '#/test/figures.ts'
import { prepareDataDir } from './data-dir.ts'
import { choosePort } from './port.ts'

const base = await mkdtemp(join(tmpdir(), 'deuce-settings-'))
afterAll(() => rm(base, { recursive: true }))

/** A path for DATA_DIR at which there is a file or a folder. */
async function folderWith(kind: 'file' | 'folder', name: string): Promise<string> {
  const folder = join(base, `${kind}-${name}`)
  await mkdir(folder)
  await (kind === 'file' ? writeFile(join(folder, name), '') : mkdir(join(folder, name)))
  return folder
}

test.each([
  [import.meta.filename, 'is a file, or below a file; it must be a folder'],
  [join(import.meta.filename, 'data'), 'is a file, or below a file; it must be a folder'],
  ['/proc/deuce/data', 'cannot be used'],
  ['/proc', 'cannot be used'],
  [join(base, 'x'.repeat(300)), 'cannot be used'],
  [await folderWith('file', 'postgres'), 'has a file called postgres, where a folder belongs'],
  [await folderWith('file', 'photos'), 'has a file called photos, where a folder belongs'],
  [await folderWith('file', 'outbox'), 'has a file called outbox, where a folder belongs'],
  [await folderWith('folder', 'secret-key'), 'has a folder called secret-key, where a file belongs'],
])('DATA_DIR=%s is refused with one line', async (folder, sentence) => {
  const { message } = await prepareDataDir(folder).then(
    () => new Error('accepted'),
    (error: Error) => error,
  )
  expect(message).toContain(`The setting DATA_DIR=${folder} ${sentence}`)
  expect(message).not.toContain('\n')
  printFigure('settings', 'a broken setting stops the start with one line that names it')
})

test('DATA_DIR is created with its parent folders, and left empty', async () => {
  const folder = join(base, 'a', 'b')
  await prepareDataDir(folder)
  await prepareDataDir(folder)
  expect(await readdir(folder)).toEqual([])
})

test.each([
  '192.0.2.1',
  'no-such-host.invalid',
  '300.1.1.1',
  'local host',
  'http://localhost',
  'localhost:3000',
  '[::1]',
  'fe80::1',
])('HOST=%s is refused with one line', async (host) => {
  await expect(choosePort(0, host, false)).rejects.toThrow(
    `The setting HOST=${host} is not an address of this machine.`,
  )
  printFigure('settings', 'a broken setting stops the start with one line that names it')
})
