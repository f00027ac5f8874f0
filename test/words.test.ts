// @module-tag slow

import { expect, test } from 'vitest'
import { files, linesWith } from './files.ts'

const code = files.filter(({ file }) => /\.tsx?$/.test(file) && file !== 'test/words.test.ts')
const productCode = code.filter(({ file }) => !/(\.test|-fixture)\.tsx?$/.test(file) && !/^(test|e2e)\//.test(file))

test('only the migration lists the statuses that count: everything else uses purchases.counts', () => {
  expect(linesWith(/in \('Paid', ?'Confirmed'\)|'in', \['Paid', ?'Confirmed'\]/, code)).toEqual([])
})

test('the statuses that hold a place in a league are listed once: holdsPlace', () => {
  expect(linesWith(/in \('Pending', ?'Paid', ?'Confirmed'\)/, code, ['features/leagues/queries.ts'])).toEqual([])
})

test('no currency, locale, time zone or country is written out except in the defaults', () => {
  const places = [
    'contract/organization.ts',
    'organizer/organization/country-suggestions.ts',
    'rules/starter-areas.ts',
    'rules/currency.ts',
  ]
  // Examples in the API document, and data of the demo and of the tools.
  const product = productCode.filter(
    ({ file }) => !/^(bench|ops|organizer\/demo-league)\/|(config|contract)\.ts$/.test(file),
  )
  const literals = [
    /['"`](?:usd|USD|EUR|eur)['"`]|US dollar|\bcents of|prefix="\$"/,
    /['"`][a-z]{2}-[A-Z]{2}['"`]/,
    /Eastern time|['"`]America\/[A-Z]/,
  ]
  for (const literal of literals)
    expect(linesWith(literal, product, places).filter((line) => !line.includes('example'))).toEqual([])
})

test('a name is put together in one place: players.name in SQL, formatName elsewhere', () => {
  expect(linesWith(/first_name \|\| ' '/, code)).toEqual([])
  expect(linesWith(/first_name\} \$\{\S*last_name/, productCode, ['contract/format.ts'])).toEqual([])
})

test('a page size is written once, in its endpoint', () => {
  const own = ['contract/page.ts', 'organizer/players/queries.ts']
  expect(linesWith(/per_?page\b['"]?(:| =|=\{) ?\d/i, productCode, own)).toEqual([])
})

test("the program's name comes from one constant, and appears only where its operator reads it", () => {
  const pages = files.filter(({ file }) => /\.(html|css|webmanifest)$/.test(file))
  // The last two name a score of tennis.
  const places = [
    'contract/product.ts',
    'contract/organization.ts',
    'rules/live-call.ts',
    'features/live-scoring/format.ts',
  ]
  expect(linesWith(/\bDeuce\b/, [...productCode, ...pages], places)).toEqual([])
  const elsewhere = productCode.filter(({ file }) => !/^(db|server\/backup)\//.test(file))
  const operators = ['contract/product.ts', 'app/start.ts', 'server/config.ts', 'features/accounts/password.ts']
  expect(linesWith(/\bPRODUCT_NAME\b/, elsewhere, operators)).toEqual([])
})

test('changes are made in actions, jobs, queries or the server', () => {
  const elsewhere = productCode.filter(
    ({ file }) => !/^(server|bench)\//.test(file) && !/(actions|jobs|queries)\.ts$/.test(file),
  )
  expect(linesWith(/\binTransaction\(|\baudit\(tx\b|\bnotify\(tx\b/, elsewhere)).toEqual([])
})

test('no file uses a word on the list of words to avoid', () => {
  const edited = files.filter(({ file }) => !/^db\/migrations\/|^test\/words\.test\.ts$/.test(file))
  expect(
    linesWith(/\b(can not|whoever|anew|in vain|for good|aloud|mend(s|ed|ing)?|quarrel(s|led|ling)?)\b/i, edited),
  ).toEqual([])
})

/** Phrases that make a native reader stop, and what to write instead. Comments, names of tests, and sentences of screens. */
const foreign: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(\/\*\*?|\/\/|^\s*\*) (What|Whom|Whose)\b/, 'name the thing: "The data that …"'],
  [/(\/\/|\*) .*\b(null|undefined|empty|left out|''): [a-z]/i, 'Null if …, null until …'],
  [/\b(test|plain|bare)\(\s*['"`](what|who|whose|whom) /, 'name the thing: "a request that …"'],
  [
    /\bso many (milliseconds|seconds|minutes|hours|days|bytes|characters|rows|entries|at once)|\bof so many\b/i,
    'name it',
  ],
  [/\b(is|are|was|were|be|been) told\b|\btold apart\b/, 'is notified, is published on, is identified by'],
  [
    /(\/\/|\*) (.*[;,.] )?answers? (the|an?|its|how|what|whether|null|undefined|true|false|with)\b/i,
    'Returns, responds with',
  ],
  [/\bof (its|their|his|her|one['’]s|a test['’]s) own\b/, 'its own …, a separate …'],
  // "As it stands" is the product's own phrase for a position that can still change.
  [
    /\bstands? (in|at|alike|there|still)\b|\b(as they|where it|where they) stands?\b|\bwhat stands\b/i,
    'is in, is shown on, is stored in, the current …',
  ],
  // A phone takes over the scoring of a live match.
  [/(?<!\b(phone|yours) )\b(takes?|took) over\b(?! scoring\b)/, 'copies, inherits, replaces'],
  [/\bdearest\b|\beach further\b/, 'the most expensive, each additional'],
  [/\bany more['"`.,;:)]/, 'no longer, anymore'],
  [/\balso (when|if|where|while|without)\b/, 'even if, even without'],
  [/['"`]who (has|is|comes|leaves|wants|joins|gives|retires|sits)\b/, 'a player who …'],
  [
    /(?<!there )\bis no (answer|day|game|list|logo|match|number|owner|picture|player|score|season|set|tie|time)\b/i,
    'is not a …',
  ],
  [/\b(release|version|key|secret) before(?! (it|that|the|this|an?)\b)[ .,;:']/, 'the previous …'],
]

test.each(foreign)('a native reader does not stop at %s', (pattern, instead) => {
  expect(linesWith(pattern, code).map((line) => `${line} (${instead})`)).toEqual([])
})
