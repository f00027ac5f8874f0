import { formatNumber } from '#/contract/locale.ts'
import type { ExchangeSummary } from './contract.ts'
import type { ImportKind } from './import-fields.ts'
import type { ExportKind } from '#/organizer/desk/contract.ts'

/** The words of each kind of import. */
export const importWords: Record<ImportKind, { title: string; one: string; several: string; lead: string }> = {
  players: {
    title: 'Players',
    one: 'player',
    several: 'players',
    lead: 'Names and emails, and phone, level, gender, area and year of birth if you have them. Players are asked for what is missing. No emails are sent. Players sign in with "Forgot password?", and those without an email with a link from you.',
  },
  entries: {
    title: 'Entries',
    one: 'entry',
    several: 'entries',
    lead: 'Who was in which league, by email or full name. Past seasons are created by the import, and nothing is charged.',
  },
  results: {
    title: 'Results',
    one: 'result',
    several: 'results',
    lead: 'The results of matches, checked by the rules of the score form. They are final right away, and the standings are updated. A row without a score and with a day to come is a match to be played.',
  },
}

export const exportWords: Record<ExportKind, string> = {
  players: 'Players',
  entries: 'Entries',
  results: 'Results',
  payments: 'Payments',
  standings: 'Standings',
}

/** '1 entry', '1,204 entries' */
export function formatCount(count: number, { one, several }: { one: string; several: string }): string {
  return `${formatNumber(count)} ${count === 1 ? one : several}`
}

/** 'Check of results.csv' */
export function formatTask({ kind, file_name, what }: Pick<ExchangeSummary, 'kind' | 'file_name' | 'what'>): string {
  if (kind === 'export') return `Export of ${what}`
  return kind === 'import_check' ? `Check of ${file_name}` : `Import of ${file_name}`
}
