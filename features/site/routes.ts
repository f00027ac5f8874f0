import type { App } from '#/server/context.ts'
import { serve } from '#/server/serve.ts'
import { RELEASE } from '#/server/log.ts'
import { getConfig, getVersion } from './contract.ts'

export const siteRoutes = [
  serve(getConfig, async ({ app }) => ({
    payment: { mode: app.payments.mode, publishable_key: app.payments.publishable_key },
    social: await findSocial(app),
    support_email: app.config.SUPPORT_EMAIL,
    support_phone: app.config.SUPPORT_PHONE,
  })),
  serve(getVersion, async () => ({ version: RELEASE })),
]

/** What the browser needs for the sign-in button; null without a provider, or while it cannot be reached. */
async function findSocial({ social }: App) {
  const authorization_endpoint = await social?.authorizationEndpoint()
  return social && authorization_endpoint
    ? { name: social.name, client_id: social.client_id, authorization_endpoint }
    : null
}
