import { sql } from 'kysely'
import { formatOrdinal } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import { ruleSql } from '#/features/seasons/queries.ts'
import type { LeftEntry } from '#/features/standings/contract.ts'
import { formatLeftResults } from '#/features/standings/notes-format.ts'
import type { App } from '#/server/context.ts'
import type { Notifications } from '#/server/notifications.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { namesOfEntries } from './queries.ts'

/** Notifies a player of a league that another one has left, and what that changes for this player. */
export function playerLeft(app: App, about: Notifications['player_left']): Promise<Words | null> {
  return writeChange(app, about, ({ names, isPair, league, results }) => {
    const sentences = [`${names} ${isPair ? 'have' : 'has'} left ${league}. ${formatLeftResults(names, results)}`]
    if (about.open_matches > 0)
      sentences.push(
        about.open_matches === 1 ? 'Your open match is off.' : `Your ${about.open_matches} open matches are off.`,
      )
    return { subject: `${names} ${isPair ? 'have' : 'has'} left ${league}`, sentences }
  })
}

/** Notifies a player of a league that somebody who had left is back. */
export function playerBack(app: App, about: Notifications['player_back']): Promise<Words | null> {
  return writeChange(app, about, ({ names, isPair, league, results }) => ({
    subject: `${names} ${isPair ? 'are' : 'is'} back in ${league}`,
    sentences: [
      `${names} ${isPair ? 'are' : 'is'} back in ${league}.`,
      ...(results === 'keep' ? [] : [`Matches against ${names} count again.`]),
    ],
  }))
}

type Change = { names: string; isPair: boolean; league: string } & Pick<LeftEntry, 'results'>

async function writeChange(
  app: App,
  { league_id, entry_id, player_id, place_before, place_after }: Notifications['player_left'],
  write: (change: Change) => { subject: string; sentences: string[] },
): Promise<Words | null> {
  const [player, league, names] = await Promise.all([
    findAddressee(app.db, player_id),
    findLeague(app, league_id),
    namesOfEntries(app.db, [entry_id]),
  ])
  const called = names.get(entry_id)
  // From a canceled league everybody leaves, and has an email about it.
  if (!player || !called || league.canceled) return null
  const { subject, sentences } = write({
    names: called,
    isPair: called.includes(' & '),
    league: league.name,
    results: league.results,
  })
  return {
    ...addressTo(player),
    subject,
    paragraphs: [[...sentences, ...formatPlace(place_before, place_after)].join(' ')],
    action: { label: 'Open the table', url: app.config.site + paths.fullStandings(league) },
    reason: `You get this because you play in that league at ${organization().name}.`,
    stop: 'You get it once for each player who leaves or comes back.',
  }
}

function formatPlace(before: number | null, after: number | null): string[] {
  if (after === null || before === after) return []
  return [`You are ${formatOrdinal(after)} now${before === null ? '' : ` (you were ${formatOrdinal(before)})`}.`]
}

async function findLeague({ db }: App, league_id: number) {
  const { rows } = await sql<
    { name: string; area: string; season: string; year: number; division: string } & Pick<LeftEntry, 'results'> & {
        canceled: boolean
      }
  >`
    select ${leagueName} as name, l.canceled_at is not null as canceled, ${ruleSql('withdrawal')} #>> '{}' as results, l.area, se.slug as season, se.year, d.slug as division
    from leagues l ${joinSeasonAndDivision} where l.id = ${league_id}`.execute(db)
  const [league] = rows
  if (!league) throw new Error(`league ${league_id} is gone`)
  return league
}
