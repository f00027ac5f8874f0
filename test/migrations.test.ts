import { expect, test } from 'vitest'
import { files } from './files.ts'
import { findLockProblems, findMigrationProblems, splitStatements } from './migration-rules.ts'

const releases = [
  ...(files.find(({ file }) => file === 'CHANGELOG.md')?.text ?? '').matchAll(/^## (\d+\.\d+\.\d+) /gm),
].map(([, release = '']) => release)

/** The first migration that has to follow the rules. */
const first = '034'

test('each migration works while the previous release still runs', () => {
  const migrations = files.filter(({ file }) => file.startsWith('db/migrations/') && file.slice(14, 17) >= first)
  expect(migrations.length).toBeGreaterThan(0)
  const problems = migrations.flatMap(({ file, text }) =>
    findMigrationProblems(text, releases).map((problem) => `${file} ${problem}`),
  )
  expect(problems).toEqual([])
})

/** The first migration that has to let others use its tables soon. */
const firstBrief = '140'

test('each migration alters one table, or changes rows', () => {
  const migrations = files.filter(({ file }) => file.startsWith('db/migrations/') && file.slice(14, 17) >= firstBrief)
  expect(migrations.flatMap(({ file, text }) => findLockProblems(text).map((problem) => `${file} ${problem}`))).toEqual(
    [],
  )
})

test.each([
  ['alter table players add column nickname text; create index players_nickname on players (nickname)', []],
  ['create table notes (id int); create index on notes (id); insert into notes select id from players', []],
  ['update players set nickname = name', []],
  ['alter table players add a int; alter table orders add a int', ['alters players and orders: one table in a file']],
  [
    'create trigger t after insert on scores for each row execute function f(); update matches set a = 1',
    ['alters scores and changes rows of matches: a separate file'],
  ],
])('how long a migration holds its tables: %s', (sql, problems) => {
  expect(findLockProblems(sql)).toEqual(problems)
})

test('a number belongs to one migration', () => {
  const numbers = files.flatMap(({ file }) => /^db\/migrations\/(\d{3})_/.exec(file)?.[1] ?? [])
  expect(numbers).toEqual([...new Set(numbers)])
})

test.each([
  ['alter table players add column nickname text'],
  ['alter table orders add column attempt int not null default 0 check (attempt >= 0), add column note text'],
  ['alter table orders add column id bigint not null generated always as identity'],
  ['alter table players drop constraint players_name_length, alter column phone drop not null'],
  ["alter table players alter column area set default 'dc'"],
  ['create table notes (id int primary key, text text not null); create unique index on notes (text)'],
  ['create table notes (id int); alter table notes add constraint notes_once unique (id), drop column id'],
  ['create index players_by_area on players (area); drop index players_by_name'],
  ["alter type status add value 'Lost'"],
  ["insert into texts values ('drop table players; -- no')"],
  ['create function f() returns void language plpgsql as $$ begin drop table players; end $$'],
  ['-- Unused since 0.5.0: the profile has one name.\nalter table players drop column nickname'],
  ['-- Holds since 0.5.0: each writer sets it.\nalter table players alter column area set not null'],
])('may run alongside the previous release: %s', (sql) => {
  expect(findMigrationProblems(sql, ['0.5.0'])).toEqual([])
})

test.each([
  ['drop table notes', 'drops'],
  ['DROP VIEW league_view', 'drops'],
  ['alter table players drop column nickname', 'drops a column'],
  ['alter table if exists only players drop nickname', 'drops a column'],
  ['alter table players add column a int, rename column nickname to alias', 'renames'],
  ['alter table players rename to people', 'renames'],
  ["alter type status rename value 'Lost' to 'Gone'", 'renames'],
  ['alter table players alter column phone type varchar(20)', 'changes the type'],
  ['alter table players alter phone set data type varchar(20)', 'changes the type'],
  ['alter table players alter column phone set not null', 'refuses null'],
  ['alter table players alter column area drop default', 'drops a default'],
  ['alter table players add column nickname text not null', 'no default'],
  ["alter table players add nickname text not null check (nickname <> '')", 'no default'],
  ['alter table players add constraint players_once unique (phone)', 'adds a constraint'],
  ['alter table players add check (length(phone) < 20) not valid', 'adds a constraint'],
  ['create unique index players_by_phone on players (phone)', 'adds a constraint'],
  ['truncate players', 'empties'],
  ['-- Unused since 0.9.0: not out yet.\ndrop table notes', 'drops'],
  ['-- Unused since 0.5.0: no reason for this.\nalter table players alter phone set not null', 'refuses null'],
])('may not run alongside the previous release: %s', (sql, problem) => {
  expect(findMigrationProblems(sql, ['0.5.0'])).toEqual([expect.stringContaining(problem)])
})

test('a file is split into its statements, with the comment above each', () => {
  expect(
    splitStatements(`
      -- First.
      select ';', $$ a; b $$; /* Second. */ select
        2; -- After the last.
    `),
  ).toEqual([
    { sql: "select ';', $$ a; b $$", comment: '-- First. ' },
    { sql: 'select 2', comment: '/* Second. */ ' },
  ])
})
