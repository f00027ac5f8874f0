import { sql } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
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
import { formatRuleSentences, pointSentences, sportSources } from '#/rules/sports/format-sentences.ts'
import { formatsOf, type MatchFormat } from '#/rules/sports/formats.ts'
import { endsOf } from '#/rules/sports/sports.ts'
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
    match_formats: await describeFormats(db, rules.formats),
    order: by_rung
      ? []
      : [ranking.by, ...tie_breaks, 'lot' as const].map((code) => ({ code, ...tieBreakText(code, sport) })),
    points: ranking.by === 'points' ? pointsWords(ranking.points, sport) : null,
    play: pointSentences(sport),
  }
}

/** The match formats of a league. Of composed ones, the names and sources of their newest version that is played like them. */
async function describeFormats(db: Db, formats: readonly MatchFormat[]): Promise<Sheet['match_formats']> {
  const composed = await db
    .selectFrom('match_formats')
    .distinctOn('format')
    .select([
      'format',
      'name',
      'source',
      'version',
      sql<string>`to_char(created_at at time zone 'UTC', 'YYYY/MM/DD')`.as('from'),
    ])
    .where('format', 'in', [...formats])
    .orderBy('format')
    .orderBy('id', 'desc')
    .execute()
  return formatsOf(formats).map((row) => {
    const own = composed.find(({ format }) => format === row.format)
    const { shape, last } = endsOf(row)
    const law = (last ?? shape).law
    const known = { source: law?.source ?? sportSources[row.sport], from: law?.from ? wireDay(law.from) : null }
    const { name, source, from, version } = own ?? { name: row.name, ...known, version: 1 }
    const isUnknown = row.composition !== null && !own
    return {
      format: row.format,
      name,
      words: row.words,
      sentences: formatRuleSentences(row),
      source: isUnknown ? null : source,
      from: isUnknown ? null : from,
      version,
    }
  })
}
