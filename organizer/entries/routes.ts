import { findUser } from '#/features/accounts/queries.ts'
import { makeRefundNow } from '#/features/refunds/make-refund.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { formatName } from '#/contract/format.ts'
import { enter, move, replace, withdraw } from './changes.ts'
import {
  enterPlayer,
  getAudience,
  getOrganizerEntry,
  listOrganizerEntries,
  listEntryChoices,
  messageLeague,
  moveEntry,
  replacePlayer,
  searchEntrants,
  withdrawEntry,
} from './contract.ts'
import { writeToLeague } from './messages.ts'
import {
  findOrganizerEntry,
  findLeague,
  listAudience,
  listEntrants,
  listEntries,
  listLeagueChoices,
  listMessages,
  listSeasonsAndDivisions,
} from './queries.ts'

export const entryOrganizerRoutes = [
  serve(listOrganizerEntries, async ({ query, player, app }) =>
    listEntries(app.db, { ...query, areas: organizerAreas(player, query.area) }),
  ),

  serve(listEntryChoices, async ({ player, app, now }) => {
    const today = saleDay(now)
    const known = await listSeasonsAndDivisions(app.db, today)
    return { ...known, leagues: await listLeagueChoices(app.db, player.organizer_areas, today) }
  }),

  serve(
    getOrganizerEntry,
    async ({ params, player, app, now }) =>
      (await findOrganizerEntry(app.db, params.id, player.organizer_areas, saleDay(now))) ?? refuse('not_found'),
  ),

  serve(moveEntry, async ({ params, body, player, app, now }) => move(app, { entry_id: params.id, player, now }, body)),

  serve(withdrawEntry, async ({ params, body, player, app, now, log }) => {
    const { refund_id, message } = await withdraw(app, { entry_id: params.id, player, now }, body)
    if (!body.refund) return { message: `${message} No money has moved.` }
    const made = refund_id === null ? null : await makeRefundNow(app, refund_id, now, log)
    if (made?.state === 'failed')
      refuse('refund_refused', { message: `${made.failed_reason} Nothing was refunded, and the entry stays.` })
    return {
      message:
        made?.state !== 'requested'
          ? message
          : `${message} The card service does not answer now; the money goes back as soon as it does.`,
    }
  }),

  serve(replacePlayer, async ({ params, body, player, app, now }) => ({
    message: await replace(app, { entry_id: params.id, player, now }, body),
  })),

  serve(enterPlayer, async ({ body, player, app, now }) => enter(app, player, body, now)),

  serve(searchEntrants, async ({ query, player, app }) => ({
    players: await listEntrants(app.db, player, query.search),
  })),

  serve(getAudience, async ({ params, player, app }) => {
    const league = (await findLeague(app.db, params.id, player.organizer_areas)) ?? refuse('not_found')
    const { league_id, area, level_name, season_name, year } = league
    const [players, sent, me] = await Promise.all([
      listAudience(app.db, league_id),
      listMessages(app.db, league_id, 10),
      findUser(app.db, player.id),
    ])
    return {
      league_id,
      area,
      level_name,
      season_name,
      year,
      recipients: players.length,
      sender: formatName(me),
      support_email: app.config.SUPPORT_EMAIL,
      sent,
    }
  }),

  serve(messageLeague, async ({ params, body, player, app, now }) => {
    const recipients = await writeToLeague(app, { league_id: params.id, player, now }, body)
    return { message: `On its way to ${recipients} ${recipients === 1 ? 'player' : 'players'}.`, recipients }
  }),
]
