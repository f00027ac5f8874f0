import { serve } from '#/server/serve.ts'
import { applyStarterKit, createOwner, goOnSale, sendTestMail } from './actions.ts'
import * as calls from './contract.ts'
import { listSetupSteps } from './queries.ts'

export const setupRoutes = [
  serve(calls.createOwner, async (call) => {
    const session = await createOwner(call, call.body)
    call.identify(session.user.id)
    return session
  }),

  serve(calls.getSetup, async ({ app }) => ({ ...(await listSetupSteps(app)), site: app.config.site })),

  serve(calls.applyStarterKit, async (call) => {
    await applyStarterKit(call, call.body)
    return {
      message:
        call.body.kit === 'empty' ? 'You begin with nothing.' : 'The areas and divisions of the starter kit are there.',
    }
  }),

  serve(calls.sendTestMail, async (call) => ({
    message: `The mail server took an email to ${await sendTestMail(call)}.`,
  })),

  serve(calls.goOnSale, async (call) => {
    await goOnSale(call)
    return { message: 'The league is on sale.' }
  }),
]
