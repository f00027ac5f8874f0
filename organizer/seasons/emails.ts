import { sql } from 'kysely'
import { formatOrdinal } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { changedSentences } from '#/rules/rule-sentences.ts'
import { leagueRulesOf, type StoredRules } from '#/rules/season-rules.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { App } from '#/server/context.ts'
import type { Notifications } from '#/server/notifications.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'

type League = { name: string; area: string; season: string; year: number; division: string; sport: Sport }

/** Notifies a player of changed rules, with the place before and after. Null if the rules are as before again. */
export async function rulesChanged(
  app: App,
  { league_id, player_id, before, place_before, place_after }: Notifications['rules_changed'],
): Promise<Words | null> {
  const [player, league] = await Promise.all([findAddressee(app.db, player_id), findLeague(app, league_id)])
  const rules = leagueRulesOf(league.rules, league.sport)
  const { added, removed } = changedSentences(leagueRulesOf(before, league.sport), rules, [league.sport])
  const { area, season, year, division } = league
  if (!player || added.length + removed.length === 0) return null
  const place = formatOrdinal(place_after)
  return {
    ...addressTo(player),
    subject: `The rules of ${league.name} have changed`,
    paragraphs: [
      `An organizer has changed the rules of ${league.name}. All results stay, and the table follows the new rules. ${
        place_before === null || place_before === place_after
          ? `Your place is still ${place}.`
          : `Your place is now ${place} (it was ${formatOrdinal(place_before)}).`
      }`,
      ...(added.length > 0 ? [`From now on: ${added.join(' ')}`] : []),
      ...(removed.length > 0 ? [`No longer: ${removed.join(' ')}`] : []),
    ],
    action: { label: 'Open the table', url: app.config.site + paths.fullStandings({ area, season, year, division }) },
    reason: `You are receiving this because you play in that league at ${organization().name}.`,
    stop: 'This email is sent once for each change of the rules.',
  }
}

async function findLeague({ db }: App, league_id: number): Promise<League & { rules: StoredRules | null }> {
  const { rows } = await sql<League & { rules: StoredRules | null }>`
    select ${leagueName} as name, l.area, se.slug as season, se.year, d.slug as division, d.sport, se.rules
    from ${leagueTables} where l.id = ${league_id}`.execute(db)
  const [league] = rows
  if (!league) throw new Error(`league ${league_id} is gone`)
  return league
}
