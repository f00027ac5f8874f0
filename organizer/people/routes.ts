import { serve } from '#/server/serve.ts'
import { appointPerson, changePermissions, dismissPerson, listPeople, resetPhone } from './contract.ts'
import { appoint, change, listWhoRunsLeagues, takePhoneOff } from './people.ts'

export const peopleRoutes = [
  serve(listPeople, async ({ player, app }) => ({ people: await listWhoRunsLeagues(app.db, player.id) })),

  serve(appointPerson, async ({ body: { email, ...permissions }, player, app, now }) => ({
    message: await appoint(app, { caller: player, now }, email, permissions),
  })),

  serve(changePermissions, async ({ params, body, player, app, now }) => ({
    message: await change(app, { caller: player, now }, params.id, body),
  })),

  serve(dismissPerson, async ({ params, player, app, now }) => ({
    message: await change(app, { caller: player, now }, params.id, null),
  })),

  serve(resetPhone, async ({ params, player, app, now }) => ({
    message: await takePhoneOff(app, { caller: player, now }, params.id),
  })),
]
