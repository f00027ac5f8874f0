import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Every text file of the repository, new ones too; migrations that have been applied are never rewritten. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|sql|md|html|css)$/.test(file) && existsSync(join(root, file)))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const code = files.filter(({ file }) => /\.tsx?$/.test(file) && file !== 'test/words.test.ts')
const productCode = code.filter(({ file }) => !/(\.test|-fixture)\.tsx?$/.test(file) && !/^(test|e2e)\//.test(file))

/** The lines with a match, as 'file:line: text'; `homes` may have it. */
function linesWith(pattern: RegExp, among: typeof files, homes: readonly string[] = []): string[] {
  return among.flatMap(({ file, text }) =>
    homes.includes(file)
      ? []
      : text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

test('only the migration says which statuses count: everything else asks purchases.counts', () => {
  expect(linesWith(/in \('Paid', ?'Confirmed'\)|'in', \['Paid', ?'Confirmed'\]/, code)).toEqual([])
})

test('a name is put together in one place: players.name in SQL, formatName elsewhere', () => {
  expect(linesWith(/first_name \|\| ' '/, code)).toEqual([])
  expect(linesWith(/first_name\} \$\{\S*last_name/, productCode, ['contract/format.ts'])).toEqual([])
})

test('a page size is written once, in its endpoint', () => {
  const own = ['contract/page.ts', 'organizer/players/queries.ts']
  expect(linesWith(/per_?page\b['"]?(:| =|=\{) ?\d/i, productCode, own)).toEqual([])
})

test('comments cite documents and headings that exist', () => {
  const headings = new Set(
    readFileSync(join(root, 'docs/product.md'), 'utf8')
      .split('\n')
      .flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? []),
  )
  const decisions = execFileSync('ls', ['docs/decisions'], { cwd: root, encoding: 'utf8' })
  const missing = files.flatMap(({ file, text }) => {
    // A citation may go on in the next line of a comment.
    const flat = text.replaceAll(/\n\s*(\*|\/\/|--) /g, ' ')
    const cited = [...flat.matchAll(/docs\/product\.md, ("[^"]+"(?:(?:,| and) "[^"]+")*)/g)]
      .flatMap(([, names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name))
      .filter((name) => !headings.has(name))
    const numbers = [...flat.matchAll(/docs\/decisions\/(\d{3})/g)]
      .map(([, number = '']) => number)
      .filter((number) => !decisions.includes(`${number}-`))
    return [...cited, ...numbers].map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('links in documents lead somewhere', () => {
  const broken = files
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(#[^)\s]*)?\)/g)]
        .filter(([, path = '']) => path !== '' && !existsSync(join(root, dirname(file), path)))
        .map(([link]) => `${file}: ${link}`),
    )
  expect(broken).toEqual([])
})

test('"cannot" is one word', () => {
  expect(linesWith(/\bcan not\b/i, files.filter(inPlainWords))).toEqual([])
})

/** Where the words have been edited. */
function inPlainWords({ file }: { file: string }): boolean {
  return /^(rules|contract|server|db|app|test|bench|ops|web)\//.test(file) && !/migrations|words\.test/.test(file)
}
