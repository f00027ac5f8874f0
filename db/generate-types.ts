import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const target = new URL('./types.ts', import.meta.url)
const config = fileURLToPath(new URL('./codegen.json', import.meta.url))
const codegen = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))

// The types of text columns with a closed set of values. db/codegen.json assigns them to columns.
const imports = `import type { AreaSlug } from '#/contract/areas.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { DoublesLevel, Gender, PurchaseStatus, Surface } from '#/contract/choices.ts'
import type { TextKey } from '#/contract/texts.ts'
import type { MatchEventKind, OfferOutcome } from '#/rules/arranging.ts'
import type { Outcome } from '#/rules/effort.ts'
import type { LiveSetup, LiveState, LoggedEvent } from '#/rules/live-scoring.ts'
import type { LeagueFormat } from '#/rules/formats/formats.ts'
import type { GenderAnswer } from '#/rules/gender.ts'
import type { PlayoffCut, StageDates } from '#/rules/playoffs.ts'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import type { QuestionKind } from '#/rules/questions.ts'
import type { StoredRules } from '#/rules/season-rules.ts'
import type { Sport } from '#/rules/sports/formats.ts'
`

/** The tables of a migrated database as TypeScript: the expected content of db/types.ts. */
export async function typesOf(url: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    codegen,
    '--config-file',
    config,
    '--url',
    url,
    '--print',
    '--log-level',
    'error',
  ])
  const generated = stdout.slice(stdout.indexOf('/**'))
  return (
    generated
      .replace(
        'import type { ColumnType } from "kysely";',
        `import type { ColumnType } from 'kysely'\n${imports.trimEnd()}`,
      )
      .trimEnd() + '\n'
  )
}

/** Whether db/types.ts matches the migrated database. */
export async function typesAreFresh(url: string): Promise<boolean> {
  return (await readFile(target, 'utf8')) === (await typesOf(url))
}

/** Writes db/types.ts from the migrated database. */
export async function writeTypes(url: string): Promise<void> {
  await writeFile(target, await typesOf(url))
}
