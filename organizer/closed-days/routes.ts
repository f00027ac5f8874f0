import { wireDay } from '#/contract/wire-day.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { serve } from '#/server/serve.ts'
import { addClosedDays, areasOf, planClosedDays, removeClosedDays } from './actions.ts'
import * as calls from './contract.ts'
import { listClosedDaysOf } from './queries.ts'

/** How many matches a preview shows of each kind. */
const MOST_SHOWN = 100

export const routes = [
  serve(calls.listClosedDays, async ({ app, player, query }) => {
    const { rows, ...page } = await listClosedDaysOf(app.db, organizerAreas(player, query.area), query)
    return {
      ...page,
      closed_days: rows.map((row) => ({ ...row, can_delete: row.area !== null || player.role === 'owner' })),
    }
  }),

  serve(calls.previewClosedDays, async ({ app, player, body, now }) => {
    const { windows, appointments, digest } = await planClosedDays(app.db, areasOf(player, body.area), body, now)
    return {
      digest,
      windows: windows.slice(0, MOST_SHOWN).map((match) => ({
        ...match,
        play_by: wireDay(match.play_by),
        new_play_by: wireDay(match.new_play_by),
      })),
      windows_total: windows.length,
      appointments: appointments
        .slice(0, MOST_SHOWN)
        .map((match) => ({ ...match, match_date: wireDay(match.match_date) })),
      appointments_total: appointments.length,
    }
  }),

  serve(calls.createClosedDays, async (call) => addClosedDays(call, call.body)),

  serve(calls.deleteClosedDays, async (call) => ({
    message: `${await removeClosedDays(call, call.params.id)} is no longer on the list.`,
  })),
]
