import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './programs.ts'

/** The files that were changed since a commit, committed or not, and those that are new. */
export function listChanged(since: string): Set<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const names = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return new Set(names.filter((name) => existsSync(join(root, name))))
}

/** All programs and tests. */
export function listPrograms(): string[] {
  const folders = '{app,bench,contract,db,e2e,features,ops,organizer,rules,server,test,web}'
  return globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
}

const known = new Map<string, string[]>()

/** The files of this repository that a file imports. */
export function importsOf(file: string): string[] {
  const before = known.get(file)
  if (before) return before
  const code = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  const found = [...code.matchAll(/(?:from|import\()\s*'((?:#|\.)\/[^']+)'/g)].map(([, name = '']) =>
    name.startsWith('#/') ? name.slice(2) : normalize(join(dirname(file), name)).replaceAll('\\', '/'),
  )
  known.set(file, found)
  return found
}
