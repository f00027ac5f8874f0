import { Readable } from 'node:stream'
import { serve } from '#/server/serve.ts'
import { applyStarterKit, beginSetup, checkPayments, createOwner, goOnSale, sendTestMail } from './actions.ts'
import * as calls from './contract.ts'
import { listPresets } from './presets.ts'
import { findChosenSport, listSetupSteps, readSetupCopy } from './queries.ts'

export const routes = [
  serve(calls.createOwner, async (call) => {
    const session = await createOwner(call, call.body)
    call.identify(session.user.id, session.token)
    return session
  }),

  serve(calls.getSetup, async ({ app, now }) => ({
    ...(await listSetupSteps(app, now)),
    site: app.config.site,
    payments: app.payments.mode,
  })),

  serve(calls.copySetup, async ({ app }) => ({
    name: 'league-setup.json',
    content: Readable.from([JSON.stringify(await readSetupCopy(app.db), null, 2)]),
  })),

  serve(calls.applyStarterKit, async (call) => {
    await applyStarterKit(call, call.body)
    const said = {
      empty: 'You start with nothing.',
      'us-flex': 'The areas and divisions of the starter kit have been added.',
      copy: 'The areas and divisions of the file have been added.',
    }
    return { message: said[call.body.kit] }
  }),

  serve(calls.getPresets, async ({ app }) => listPresets(await findChosenSport(app.db))),

  serve(calls.beginSetup, async (call) => {
    await beginSetup(call, call.body)
    return { message: 'Money, region and levels have been filled in. Check the tax.' }
  }),

  serve(calls.sendTestMail, async (call) => ({
    message: `The mail server accepted an email to ${await sendTestMail(call)}.`,
  })),

  serve(calls.checkPayments, async (call) => {
    await checkPayments(call)
    return { message: 'Payments work: the key is right, and an event arrived.' }
  }),

  serve(calls.goOnSale, async (call) => {
    await goOnSale(call)
    return { message: 'The league is on sale.' }
  }),
]
