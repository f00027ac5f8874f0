/**
 * Whether a migration works while the release before it still serves requests (docs/decisions/051-staying-up.md). The rules
 * know what SQL says, not what the code does: a statement that they refuse may stand after a comment that names the release
 * from which on it is safe.
 */

type Statement = { sql: string; comment: string }

/** The statements of a file, in lower case and on one line, each with the comment above it. */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let sql = ''
  let comment = ''
  // A comment, a string, the body of a function, the end of a statement, or a character of something else.
  for (const [token] of text.matchAll(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[^]*?\1|;|[^]/g)) {
    if (/^(--|\/\*)/.test(token)) {
      if (sql.trim() === '') comment += `${token} `
    } else if (token === ';') {
      if (sql.trim() !== '') statements.push({ sql: oneLine(sql), comment })
      sql = ''
      comment = ''
    } else sql += token
  }
  if (sql.trim() !== '') statements.push({ sql: oneLine(sql), comment })
  return statements
}

function oneLine(sql: string): string {
  return sql.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The parts of a list that its own commas divide, not those in parentheses. */
function splitActions(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

/** Takes something away that the release before reads or writes. */
const removals: [RegExp, string][] = [
  [/^drop (?!index\b|trigger\b)/, 'drops what the release before may use'],
  [/^alter \w+ .*\brename\b/, 'renames what the release before may use'],
  [/^truncate\b/, 'empties a table'],
]

/** Takes something away from a table that was there before, or asks more of its rows than the release before does. */
const removalsOfColumns: [RegExp, string][] = [
  [/^drop (?!constraint\b)/, 'drops a column that the release before may use'],
  [/^rename\b/, 'renames what the release before may use'],
  [/^alter (column )?\S+ (set data )?type\b/, 'changes the type of a column'],
  [/^alter (column )?\S+ drop default\b/, 'drops a default that the release before may rely on'],
]
const demands: [RegExp, string][] = [
  [/^alter (column )?\S+ set not null\b/, 'refuses null where the release before may write it'],
  [
    /^add (?!constraint\b)(?=.*\bnot null\b)(?!.*\b(default|generated|serial|bigserial)\b)/,
    'adds a column that the release before does not fill and that has no default',
  ],
  [
    /^add (constraint|check|unique|primary key|foreign key|exclude)\b/,
    'adds a constraint that the rows of the release before may violate',
  ],
]

/**
 * What is wrong with a migration; empty when it may run beside the release before. `releases` are those that are out: after
 * `-- Unused since 0.6.0:` something may be removed, and after `-- Holds since 0.6.0:` more may be demanded.
 */
export function findMigrationProblems(text: string, releases: readonly string[]): string[] {
  const statements = splitStatements(text)
  const created = new Set(
    statements.flatMap(({ sql }) => /^create table (?:if not exists )?(\S+?)(?: |\(|$)/.exec(sql)?.[1] ?? []),
  )
  return statements.flatMap(({ sql, comment }) => {
    const isAllowed = (reason: string) => {
      const release = new RegExp(`\\b${reason} since (\\d+\\.\\d+\\.\\d+):`).exec(comment)?.[1]
      return release !== undefined && releases.includes(release)
    }
    const problems = (rules: readonly [RegExp, string][], of: string, reason: string) =>
      isAllowed(reason) ? [] : rules.filter(([pattern]) => pattern.test(of)).map(([, problem]) => `${problem}: ${of}`)

    const [, table = '', actions = ''] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(sql) ?? []
    if (table !== '')
      return created.has(table)
        ? []
        : splitActions(actions).flatMap((action) => [
            ...problems(removalsOfColumns, action, 'Unused'),
            ...problems(demands, action, 'Holds'),
          ])
    const indexed = /^create unique index .*?\bon (?:only )?(\S+?)(?: |\(|$)/.exec(sql)?.[1]
    if (indexed !== undefined && !created.has(indexed) && !isAllowed('Holds'))
      return [`adds a constraint that the rows of the release before may violate: ${sql}`]
    return problems(removals, sql, 'Unused')
  })
}
