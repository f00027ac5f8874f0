import { wireDay } from '#/contract/fields.ts'
import { listSharedLeagues } from '#/features/matches/queries.ts'
import { findOnRecord } from '#/features/matches/record.ts'
import { audit } from '#/server/audit.ts'
import { formatDay } from '#/contract/format.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { addMatch, arrangeMatch } from './contract.ts'
import { findOpenCard, insertOwnMatch, updateAppointment } from './queries.ts'

export const scheduleRoutes = [
  serve(arrangeMatch, async ({ params, body, player, app, now }) => {
    const card = (await findOpenCard(app.db, params.id, player)) ?? refuse('not_found')
    if (card.score_id !== null) refuse('match_arranged')
    refuseDay(body.match_date, card, dayInZone(now, card.time_zone))
    await inTransaction(app.db, async (tx) => {
      const before = card.mine ? null : await findOnRecord(tx, params.id)
      // Somebody may have reported it a moment ago.
      if (!(await updateAppointment(tx, params.id, body, player, now))) refuse('match_arranged')
      if (before) {
        const { area, subject, title } = before
        const { values: after } = await findOnRecord(tx, params.id)
        const summary = `Set the date of ${title}`
        const act = { organizer: player, area, kind: 'arrange_match', subject, summary, before: before.values, after }
        await audit(tx, act, now)
      }
    })
    return { message: body.match_date === null ? 'The match has no date now.' : 'The match is set.' }
  }),

  serve(addMatch, async ({ body, player, app, now }) => {
    const { season, year, division, opponent, ...appointment } = body
    const today = saleDay(now)
    const shared = await listSharedLeagues(app.db, {
      season,
      winner_id: player.id,
      opponent_id: opponent.id,
      reporter_id: player.id,
    })
    const open = shared.filter(
      (league) =>
        league.counts_until >= today &&
        (!year || league.year === year) &&
        (!division || league.division_slug === division),
    )
    // The edition that is on, before the one to come.
    const [league, ...others] = open.filter((each) => each.starting_date === open[0]?.starting_date)
    if (!league) refuse('not_in_same_league')
    if (others.length > 0)
      refuse('several_leagues', {
        message: `You two play in several leagues together: ${[league, ...others].map(({ division_name }) => division_name).join(', ')}. Please choose the division.`,
      })
    refuseDay(appointment.match_date, league, today)
    const sides = { entry_one_id: league.winner_entry_id, entry_two_id: league.opponent_entry_id }
    const id = await insertOwnMatch(
      app.db,
      { league_id: league.league_id, area: league.area, ...sides },
      appointment,
      now,
    )
    return { message: 'The match is added.', id }
  }),
]

/** A match is arranged for today or later, and for a day that its season counts. */
function refuseDay(match_date: string | null, { counts_until }: { counts_until: string }, today: string): void {
  if (match_date === null) return
  if (match_date < today) refuse('invalid', { fields: { match_date: 'This day is over.' } })
  if (match_date > counts_until)
    refuse('invalid', {
      fields: { match_date: `The season counts matches until ${formatDay(wireDay(counts_until))}.` },
    })
}
