import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export type RepositoryFile = { file: string; text: string }

/** The paths of all files in the repository, including new ones. */
export const paths: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

/** All text files of the repository. */
export const files: readonly RepositoryFile[] = paths
  .filter((file) => /\.(ts|tsx|mjs|sql|md|html|css)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** The lines that match, as 'file:line: text', except in `homes`. */
export function linesWith(pattern: RegExp, among: readonly RepositoryFile[], homes: readonly string[] = []): string[] {
  const anywhere = new RegExp(pattern, `${pattern.flags}m`)
  return among.flatMap(({ file, text }) =>
    homes.includes(file) || !anywhere.test(text)
      ? []
      : text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}
