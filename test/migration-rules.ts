/**
 * Checks that a migration works while the previous release still serves requests (docs/decisions/051-staying-up.md).
 * The rules know only the SQL, not the code: a statement that they refuse can follow a comment that names the release
 * from which on it is safe.
 */

type Statement = { sql: string; comment: string }

/** Splits a file into its statements, in lower case and on one line, each with the comment above it. */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let sql = ''
  let comment = ''
  // A comment, a string, the body of a function, the end of a statement, or any other character.
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

/** Splits a list at its own commas, not those in parentheses. */
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

/** Statements that remove something the previous release reads or writes. */
const removals: [RegExp, string][] = [
  [/^drop (?!index\b|trigger\b)/, 'drops what the previous release may use'],
  [/^alter \w+ .*\brename\b/, 'renames what the previous release may use'],
  [/^truncate\b/, 'empties a table'],
]

/** Changes to an existing table that remove something, or demand more of its rows than the previous release does. */
const removalsOfColumns: [RegExp, string][] = [
  [/^drop (?!constraint\b)/, 'drops a column that the previous release may use'],
  [/^rename\b/, 'renames what the previous release may use'],
  [/^alter (column )?\S+ (set data )?type\b/, 'changes the type of a column'],
  [/^alter (column )?\S+ drop default\b/, 'drops a default that the previous release may rely on'],
]
const demands: [RegExp, string][] = [
  [/^alter (column )?\S+ set not null\b/, 'refuses null where the previous release may write it'],
  [
    /^add (?!constraint\b)(?=.*\bnot null\b)(?!.*\b(default|generated|serial|bigserial)\b)/,
    'adds a column that the previous release does not fill and that has no default',
  ],
  [
    /^add (constraint|check|unique|primary key|foreign key|exclude)\b/,
    'adds a constraint that the rows of the previous release may violate',
  ],
]

/**
 * Problems with a migration. Empty if it may run alongside the previous release. `releases`: those already published.
 * `-- Unused since 0.6.0:` permits removing something, and `-- Holds since 0.6.0:` demanding more.
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
      return [`adds a constraint that the rows of the previous release may violate: ${sql}`]
    return problems(removals, sql, 'Unused')
  })
}

/**
 * Problems with how long a migration makes others wait: until it is committed, nobody uses a table that it alters. A file is
 * one transaction, so each table has a separate file, and so has a change of rows. Rows that take more than a moment are
 * changed by a job, in parts.
 */
export function findLockProblems(text: string): string[] {
  const statements = splitStatements(text).map(({ sql }) => sql)
  const namesIn = (pattern: RegExp) => statements.flatMap((sql) => pattern.exec(sql)?.[1] ?? [])
  const created = new Set(namesIn(/^create table (?:if not exists )?(\w+)/))
  const existing = (names: string[]) => [...new Set(names)].filter((name) => !created.has(name))
  const altered = existing([
    ...namesIn(/^alter table (?:if exists )?(?:only )?(\w+)/),
    ...namesIn(/^(?:create|drop) (?:constraint )?trigger .*? on (\w+)/),
    ...namesIn(/^create (?:unique )?index .*?\bon (?:only )?(\w+)/),
  ])
  const written = existing(namesIn(/^(?:update|insert into|delete from) (?:only )?(\w+)/))
  return [
    ...(altered.length > 1 ? [`alters ${altered.join(' and ')}: one table in a file`] : []),
    ...(altered.length > 0 && written.length > 0
      ? [`alters ${altered.join(', ')} and changes rows of ${written.join(', ')}: a separate file`]
      : []),
  ]
}
