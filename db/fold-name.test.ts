import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldName } from '#/rules/name-fold.ts'
import { startApp } from '#/test/app.ts'

const t = await startApp()

test('the database folds names as the code does', async () => {
  const letters = fc.constantFrom(
    ...Array.from("aZ éÉñÑłŁøØæÆœŒßẞþÞđĐðħŧıİςΣσάЁёйąŞçñ'’‘`´ʼ′-‐–—−·.@9李ﬃＡ\u0301\u0308"),
  )
  const name = fc.array(letters, { maxLength: 24 }).map((parts) => parts.join(''))
  const names = [...fc.sample(name, 2000), "D'Arcy O’Brien", 'Łukasz Groß-Ørsted', 'NGUYỄN', 'Gal·la', 'ΣΟΦΟΣ']
  const { rows } = await sql<{ name: string; folded: string }>`
    select name, fold_name(name) as folded from unnest(${sql.val(names)}::text[]) as name`.execute(t.db)
  expect(rows.map(({ name: each, folded }) => [each, folded])).toEqual(names.map((each) => [each, foldName(each)]))
})
