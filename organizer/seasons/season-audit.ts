import type { AuditKind } from '#/contract/audit-kinds.ts'
import { formatOff } from '#/contract/money.ts'
import { ruleSentences } from '#/rules/rule-sentences.ts'
import { type Action } from '#/server/action.ts'
import { secondDivisionOf, type StoredSeason } from './queries.ts'

type SeasonAudit<V> = {
  kind: AuditKind
  season: StoredSeason
  verb: string
  reason?: string
  before?: Partial<V>
  after: Partial<V>
  undo?: unknown
}

export function auditSeason<V extends object>(
  { audit }: Action,
  { season, verb, ...entry }: SeasonAudit<V>,
): Promise<void> {
  return audit<V>({
    ...entry,
    area: null,
    subject: `season ${season.id}`,
    summary: `${verb} ${season.name} ${season.year}`,
  })
}

/** The days and rules of a season as the audit log shows them. */
export function auditedFields({ rules, ...season }: StoredSeason) {
  const { name, starting_date, ending_date, counts_until, sale_from, sale_until, is_draft, stage_dates } = season
  const days = { starting_date, ending_date, counts_until, sale_from, sale_until, stage_dates }
  const off = secondDivisionOf(season)
  const second_division = off && `${formatOff(off)} off each additional division`
  return { name, ...days, draft: is_draft, second_division, rules: ruleSentences(rules).join(' ') }
}
