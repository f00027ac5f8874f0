import { sql } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { leagueRulesSql, meetingsSql } from '#/features/seasons/queries.ts'
import {
  completeFormat,
  formatSentence,
  formatTitle,
  formatWordsOf,
  standardFormat,
  type LeagueFormat,
} from '#/rules/formats/formats.ts'
import { pointsWords, tieBreakText } from '#/rules/ranking.ts'
import { ruleSentences } from '#/rules/rule-sentences.ts'
import { tableRulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import { formatsOf } from '#/rules/sports/formats.ts'
import { pointSentences } from '#/rules/sports/sports.ts'
import type { Db } from '#/server/db.ts'
import type { getLeagueRules } from './rules-contract.ts'

type Sheet = Reply<typeof getLeagueRules>
type Row = Omit<Sheet, 'rules' | 'format' | 'sentences' | 'match_formats' | 'order' | 'points' | 'play'> & {
  rules: SeasonRules
  format: LeagueFormat | null
}

/** All rules of an offered league. Null if there is none, or its season is a draft. */
export async function findLeagueRules(db: Db, league_id: number): Promise<Sheet | null> {
  const { rows } = await sql<Row>`
    select l.id as league_id, l.area, d.slug as division, d.name as division_name, se.slug as season, se.name as season_name,
      se.year, d.sport, ${leagueRulesSql} as rules, ${meetingsSql} as meetings, l.format
    from ${leagueTables}
    where l.id = ${league_id} and l.offered and not se.is_draft`.execute(db)
  const [row] = rows
  if (!row) return null
  const { rules, sport, meetings } = row
  const format = completeFormat(row.format ?? standardFormat)
  const { everybody, by_rung } = formatWordsOf(format.kind)
  const { tie_breaks, ranking } = tableRulesOf(rules, { meetings, everybody })
  return {
    ...row,
    format: { ...format, title: formatTitle(format), sentence: formatSentence(format) },
    sentences: ruleSentences(rules, [sport]),
    match_formats: formatsOf(rules.formats).map((each) => ({ format: each.format, words: each.words })),
    order: by_rung
      ? []
      : [ranking.by, ...tie_breaks, 'lot' as const].map((code) => ({ code, ...tieBreakText(code, sport) })),
    points: ranking.by === 'points' ? pointsWords(ranking.points, sport) : null,
    play: pointSentences(sport),
  }
}
