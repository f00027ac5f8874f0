import { sql } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { formatCents } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { formatTime } from '#/contract/time.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { MessageField, MessageValues } from '#/rules/message-text.ts'
import type { Db, Tx } from '#/server/db.ts'
import { isPlainName } from '#/server/outside/email-layout.ts'
import { isUnpaid, type Chosen } from './audience.ts'
import { priceSql } from '#/features/seasons/queries.ts'

type Facts = {
  id: number
  first_name: string
  area: AreaSlug | null
  league: string | null
  season: string | null
  amount_due: number | null
  next_match: { match_date: string; match_time: string | null } | null
}

const alwaysKnown: readonly MessageField[] = ['first_name', 'organization']

/**
 * The values of these fields for each player. They belong to the league for which the player was chosen, otherwise to
 * the newest league in these areas whose season is not over.
 */
export async function findValues(
  db: Db | Tx,
  { chosen, areas, fields }: { chosen: readonly Chosen[]; areas: readonly AreaSlug[]; fields: readonly MessageField[] },
  now: Date,
): Promise<Map<number, MessageValues>> {
  if (chosen.length === 0 || fields.length === 0) return new Map()
  const today = saleDay(now)
  const needsLeague = fields.some((field) => !alwaysKnown.includes(field))
  const ids = chosen.map(({ id }) => id)
  const league_ids = chosen.map(({ league_id }) => league_id)
  const { rows } = needsLeague
    ? await sql<Facts>`
        select p.id, p.first_name, coalesce(l.area, p.area) as area, d.name as league, se.name || ' ' || se.year as season,
          (select ${priceSql(today)} from entries e
            join purchases line on line.id = e.purchase_id and line.counts
            join entry_players ep on ep.entry_id = e.id and not ep.former
            where e.league_id = l.id and ep.player_id = p.id and ${isUnpaid(today)} limit 1) as amount_due,
          (select json_build_object('match_date', m.match_date, 'match_time', to_char(m.match_time, 'HH24:MI'))
            from entry_players mine
            join matches m on mine.entry_id in (m.entry_one_id, m.entry_two_id)
            join areas a on a.slug = m.area
            where mine.player_id = p.id and not mine.former and m.score_id is null and m.canceled_at is null
              and m.match_date >= (${now}::timestamptz at time zone a.time_zone)::date
            order by m.match_date, m.match_time, m.id limit 1) as next_match
        from unnest(${ids}::int[], ${league_ids}::int[]) who (id, league_id)
        join players p on p.id = who.id
        left join leagues l on l.id = coalesce(who.league_id, (
          select l.id from entry_players ep
          join entries e on e.id = ep.entry_id
          join purchases line on line.id = e.purchase_id and line.counts
          join leagues l on l.id = e.league_id and l.area = any (${areas}::text[])
          join seasons se on se.id = l.season_id and se.ending_date >= ${today}
          where ep.player_id = who.id and not ep.former
          order by se.starting_date desc, e.id desc limit 1))
        left join seasons se on se.id = l.season_id
        left join divisions d on d.id = l.division_id`.execute(db)
    : await sql<Facts>`
        select id, first_name, null as area, null as league, null as season, null as amount_due, null as next_match
        from players where id = any (${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, valuesOf(row, fields)]))
}

function valuesOf(facts: Facts, fields: readonly MessageField[]): MessageValues {
  const { first_name, area, league, season, amount_due, next_match } = facts
  const all: Record<MessageField, string | null> = {
    // A stranger may have chosen the name, so only plain names are repeated in an email.
    first_name: isPlainName(first_name) ? first_name : null,
    organization: organization().name,
    area: area && areaName(area),
    league,
    season,
    amount_due: amount_due === null ? null : formatCents(amount_due),
    next_match: next_match && formatNextMatch(next_match),
  }
  return Object.fromEntries(fields.flatMap((field) => (all[field] === null ? [] : [[field, all[field]]])))
}

function formatNextMatch({ match_date, match_time }: NonNullable<Facts['next_match']>): string {
  const day = formatDay(wireDay(match_date))
  return match_time === null ? day : `${day}, ${formatTime(match_time)}`
}
