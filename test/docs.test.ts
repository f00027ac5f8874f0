// @module-tag slow

import { readFile } from 'node:fs/promises'
import { dirname, normalize, join } from 'node:path'
import { expect, test } from 'vitest'
import { notificationKinds } from '#/contract/notification-kinds.ts'
import { files, paths } from './files.ts'

const documents = files.filter(({ file }) => file.endsWith('.md'))
const folders = new Set(paths.flatMap(foldersAbove))
/** The names that a document may use: a file, a file without its ending, or a folder. */
const nameable = new Set([
  ...paths,
  ...paths.map((path) => path.replace(/(\.test)?\.(tsx?|mjs|css|sql)$/, '')),
  ...folders,
])

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function textOf(path: string): string {
  return files.find(({ file }) => file === path)?.text ?? ''
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/```[^]*?```/g, '')
}

function headingsOf(path: string): string[] {
  return [...withoutCode(textOf(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim())
}

/** GitHub's anchor for a heading. */
function anchorOf(heading: string): string {
  const shown = heading.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
  return shown
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

test('docs/notifications.md lists every kind of notification with its weight', () => {
  const rows = [...textOf('docs/notifications.md').matchAll(/^\| `(\w+)` \| ([^|]+) \| (\w+) \|/gm)]
  const listed = rows.map(([, kind, title, weight]) => `${kind}: ${title}, ${weight}`)
  const known = Object.entries(notificationKinds).map(([kind, { title, weight }]) => `${kind}: ${title}, ${weight}`)
  expect(listed.toSorted()).toEqual(known.toSorted())
})

test.each([
  ['docs/', 62_500],
  ['README.md', 400],
])('%s has at most %i words', (path, most) => {
  const read = documents.filter(({ file }) => file.startsWith(path))
  expect(read.flatMap(({ text }) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length).toBeLessThanOrEqual(most)
})

test('links in documents lead to a file, a folder or a heading', () => {
  const anchors = new Map(documents.map(({ file }) => [file, new Set(headingsOf(file).map(anchorOf))]))
  const broken = documents.flatMap(({ file, text }) =>
    [...withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? file : normalize(join(dirname(file), path)).replace(/\/$/, '')
        if (!paths.includes(target) && !folders.has(target)) return true
        return anchor !== undefined && !anchors.get(target)?.has(anchor)
      })
      .map(([link]) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('comments cite documents and headings that exist', () => {
  const headings = headingsOf('docs/product.md')
  const missing = files.flatMap(({ file, text }) => {
    // A citation may continue on the next line of a comment.
    const flat = text.replaceAll(/\n\s*(\*|\/\/|--) /g, ' ')
    const cited = [...flat.matchAll(/docs\/product\.md, ("[^"]+"(?:(?:,| and) "[^"]+")*)/g)]
      .flatMap(([, names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name))
      .filter((name) => !headings.includes(name))
    const numbers = [...flat.matchAll(/docs\/decisions\/(\d{3})/g)]
      .map(([, number = '']) => number)
      .filter((number) => !paths.some((path) => path.startsWith(`docs/decisions/${number}-`)))
    return [...cited, ...numbers].map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('files and folders named in documents exist', () => {
  const lasting = documents.filter(({ file }) => file !== 'CHANGELOG.md')
  const missing = lasting.flatMap(({ file, text }) =>
    [
      ...withoutCode(text).matchAll(
        /`((?:rules|contract|server|web|db|features|organizer|app|test|e2e|ops|bench|docs)\/[^`\s{}<>*…]*)`/g,
      ),
    ]
      .filter(([, path = '']) => !nameable.has(path.replace(/\/$/, '')))
      .map(([, path]) => `${file}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('functions and fields named in the guides exist in the code', () => {
  const code = files.flatMap(({ file, text }) => (/\.(tsx?|sql)$/.test(file) ? [text] : [])).join('\n')
  const guides = documents.filter(({ file }) => /^(AGENTS|README|docs\/(product|glossary|security))\.md$/.test(file))
  const missing = guides.flatMap(({ file, text }) =>
    [...withoutCode(text).matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, quoted = '']) => quoted.match(/\b[a-z]+[A-Z]\w*\b/g) ?? [])
      .filter((name) => !/^doThing$|Xxx/.test(name) && !code.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('the index of the decisions lists each of them once, with the later ones that changed it', () => {
  const index = textOf('docs/decisions/README.md')
  const listed = [...index.matchAll(/^- \[\d{3}\]\(([^)]+)\)(?: ↩ ([\d, ]+\d))? /gm)].map(
    ([, name = '', changed = '']) => ({ name, changed: changed.split(', ').filter(Boolean) }),
  )
  const written = paths
    .filter((path) => /^docs\/decisions\/\d{3}-/.test(path))
    .map((path) => {
      const name = path.replace('docs/decisions/', '')
      const head = textOf(path).match(/^> .+$/gm) ?? []
      const named = head.flatMap((line) => /\[(\d{3})\]/.exec(line)?.[1] ?? []).toSorted()
      return { name, changed: named.filter((number) => number > name.slice(0, 3)) }
    })
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
  expect(listed.toSorted(byName)).toEqual(written.toSorted(byName))
})

test.each([
  ['the specification', 'docs/spec-coverage.md'],
  ['the security requirements', 'docs/security.md'],
])('the files and tests that show each line of %s exist', (_, document) => {
  const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\\(['"`])/g, '$1')
  const tests = files
    .filter(({ file }) => /\.test\.tsx?$/.test(file))
    .map(({ file, text }) => ({ file, text: plain(text) }))
  const missing = textOf(document)
    .split('\n')
    .flatMap((line, index) => {
      if (!line.startsWith('|')) return []
      const lostFiles = [...line.matchAll(/`([^`]+)`/g)]
        .map(([, quoted = '']) => quoted.split(' ')[0] ?? '')
        .filter((path) => /^[^/{]+\/[^{]+$/.test(path) && !path.startsWith('docs/'))
        .filter((path) => !['', 'features/', 'organizer/'].some((folder) => nameable.has(folder + path)))
      // One file, and the titles of one or more of its tests.
      const lostTests = [...line.matchAll(/((?:[\w-]+\/)*[\w.-]+?): (\*[^*]+\*(?:[,;] \*[^*]+\*)*)/g)]
        .flatMap(([, name = '', titles = '']) =>
          [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ name, title })),
        )
        .filter(({ name, title }) => {
          const beginning = plain(title.replace(/…$/, ''))
          const names = ['', '.process', '.oracle'].map((kind) => `/${name}${kind}.test.ts`)
          return !tests.some(
            ({ file, text }) =>
              names.some((ending) => `/${file}`.replace(/x$/, '').endsWith(ending)) &&
              ["'", '"', '`', '%s '].some((before) => text.includes(before + beginning)),
          )
        })
        .map(({ name, title }) => `${name}: ${title}`)
      return [...lostFiles, ...lostTests].map((lost) => `line ${index + 1}: ${lost}`)
    })
  expect(missing).toEqual([])
})

test('the sums of the security requirements match their tables, with each requirement once', () => {
  const text = textOf('docs/security.md')
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \|$/gm)].map(
    ([, id = '', level = '', by = '']) => ({ id, level, by }),
  )
  const sums = [...text.matchAll(/^\| Level ([12])[^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, level, ...figures]) => [level, ...figures.map(Number)],
  )
  const counted = ['1', '2'].map((level) => {
    const ofLevel = rows.filter((row) => row.level === level)
    const unmet = ofLevel.filter(({ by }) => by.startsWith('**Not met'))
    const foreign = ofLevel.filter(({ by }) => by.startsWith('Does not apply'))
    return [level, ofLevel.length - unmet.length - foreign.length, unmet.length, foreign.length, ofLevel.length]
  })
  expect(sums).toEqual(counted)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const listed = [...text.matchAll(/\*\*(\d+\.\d+\.\d+)\*\*/g)].map(([, id]) => id)
  const unmet = rows.filter(({ by }) => by.startsWith('**Not met')).map(({ id }) => id)
  expect(listed.toSorted()).toEqual(unmet.toSorted())
})

test('the app under systemd cannot read the history of its clone', async () => {
  const unit = await readFile(join(import.meta.dirname, '../ops/deploy/deuce.service'), 'utf8')
  const [, folder = ''] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? []
  expect(unit).toContain(`\nInaccessiblePaths=-${folder}/.git\n`)
})

test('the documented settings are those that the code reads', () => {
  const [, table = ''] = /\n## Settings\n([^]+?)(?:\n## |$)/.exec(textOf('docs/product.md')) ?? []
  const documented = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  )
  const [, schema = ''] = /const settings = z\.object\(\{([^]+?)\n\}\)/.exec(textOf('server/config.ts')) ?? []
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
  expect(documented.toSorted()).toEqual(read.toSorted())
})
