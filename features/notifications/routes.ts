import type { FastifyInstance } from 'fastify'
import { kindOfNotification } from '#/contract/notification-kinds.ts'
import { paths } from '#/contract/paths.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { skipOf } from '#/contract/page.ts'
import type { App } from '#/server/context.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import * as actions from './actions.ts'
import * as calls from './contract.ts'
import * as deviceActions from './device-actions.ts'
import * as deviceCalls from './device-contract.ts'
import { listDevices } from './device-queries.ts'
import {
  countUnreadNotifications,
  findKeptAccount,
  findQuietHours,
  hasStoppedEmail,
  listChannels,
  listNotificationsPage,
} from './queries.ts'
import { titleOf } from './unsubscribe.ts'

export const routes = [
  serve(
    calls.listNotifications,
    async ({ query, player, app }) => {
      const [page, unread] = await Promise.all([
        listNotificationsPage(app.db, player.id, query),
        countUnreadNotifications(app.db, player.id),
      ])
      return { ...page, skip: skipOf(query), unread }
    },
    'etag',
  ),

  serve(
    calls.countUnread,
    async ({ player, app }) => ({ unread: await countUnreadNotifications(app.db, player.id) }),
    'etag',
  ),

  serve(calls.markRead, async (call) => {
    await actions.markRead(call, call.body)
    return { message: 'Marked as read.', unread: await countUnreadNotifications(call.app.db, call.player.id) }
  }),

  serve(calls.getPreferences, ({ player, app }) => readPreferences(app, player)),

  serve(calls.updatePreferences, async (call) => {
    await actions.updatePreferences(call, call.body)
    return readPreferences(call.app, call.player)
  }),

  serve(deviceCalls.listPushDevices, async ({ player, app, now }) => ({
    public_key: app.push.public_key,
    devices: await listDevices(app.db, player, now),
  })),

  serve(deviceCalls.addPushDevice, async (call) => ({
    message: 'Notifications are on for this device.',
    id: await deviceActions.addDevice(call, call.body),
  })),

  serve(deviceCalls.deletePushDevice, async (call) => {
    await deviceActions.removeDevice(call, call.body)
    return { message: 'Notifications are off on this device.' }
  }),

  serve(deviceCalls.deletePushDeviceById, async (call) => {
    await deviceActions.removeDevice(call, call.params)
    return { message: 'The device is removed. It gets no more notifications.' }
  }),

  serve(calls.readUnsubscribeLink, async (call) => {
    const { kind, player_id } = actions.readLink(call, call.body.token)
    const kept = await findKeptAccount(call.app.db, player_id)
    return { title: titleOf(kind), stopped: await hasStoppedEmail(call.app.db, { kind, player_id: kept }) }
  }),

  serve(calls.unsubscribe, async (call) => ({
    title: await actions.unsubscribe(call, call.query),
    stopped: true,
    message: 'You will receive no more emails of this kind.',
  })),
]

/**
 * A mail program without one-click support opens the same address with GET: it redirects to the page, which asks first.
 */
export function serveUnsubscribePage(api: FastifyInstance): void {
  api.get('/public/unsubscribe', (request, reply) => {
    const { token } = request.query as { token?: unknown }
    return reply.redirect(paths.unsubscribe(typeof token === 'string' ? encodeURIComponent(token) : ''), 303)
  })
}

async function readPreferences(
  { db }: App,
  { id, role }: Pick<SignedIn, 'id' | 'role'>,
): Promise<Reply<typeof calls.getPreferences>> {
  const [quiet, kinds] = await Promise.all([
    findQuietHours(db, id),
    listChannels(db, id, { runs_leagues: role !== 'player' }),
  ])
  return { quiet, kinds: kinds.map((each) => ({ title: kindOfNotification(each.kind).title, ...each })) }
}
