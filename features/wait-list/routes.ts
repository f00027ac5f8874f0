import { formatOrdinal } from '#/contract/locale.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { joinWaitList, leaveWaitList } from './actions.ts'
import * as calls from './contract.ts'
import { listFreePlaces, listWaitListEntries } from './queries.ts'

export const routes = [
  serve(calls.listPlaces, async ({ query, app, now }) => ({ places: await listFreePlaces(app.db, query, now) })),

  serve(calls.listWaitListEntries, async ({ player, app, now }) => ({
    wait_list: await listWaitListEntries(app.db, player.id, now),
  })),

  serve(calls.joinWaitList, async (call) => {
    const area = call.body.area ?? call.player.area ?? refuse('profile_incomplete')
    const entry = await joinWaitList(call, { ...call.body, area })
    return {
      message: `You are ${formatOrdinal(entry.place)} on the wait-list. We will email you when it is your turn.`,
      entry,
    }
  }),

  serve(calls.leaveWaitList, async (call) => {
    await leaveWaitList(call, call.params)
    return { message: 'You have left the wait-list.' }
  }),
]
