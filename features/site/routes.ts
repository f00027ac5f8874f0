import { organization, type Organization } from '#/contract/organization.ts'
import { paletteOf } from '#/rules/colors.ts'
import type { App } from '#/server/context.ts'
import { paths } from '#/contract/paths.ts'
import { serve } from '#/server/serve.ts'
import { RELEASE } from '#/server/log.ts'
import { getConfig, getVersion } from './contract.ts'

export const routes = [
  serve(getConfig, async ({ app }) => ({
    payment: { mode: app.payments.mode, publishable_key: app.payments.publishable_key },
    social: await findSocial(app),
    support_email: organization().support_email,
    support_phone: organization().support_phone,
    organization: publicOrganization(organization()),
  })),
  serve(getVersion, async () => ({ version: RELEASE })),
]

/** Public information about the organization. */
function publicOrganization(of: Organization) {
  const { name, short_name, currency, locale, first_day_of_week, phone_country, support_email, support_phone } = of
  const colors = { main: of.main_color, accent: of.accent_color }
  return {
    name,
    short_name,
    logo: of.logo_hash === null ? null : paths.organizationLogo(of.logo_hash),
    colors: { ...colors, ...paletteOf(colors) },
    currency,
    locale,
    first_day_of_week,
    phone_country,
    support_email,
    support_phone,
    levels: [...of.levels],
    genders: [...of.genders],
    gender_required: of.gender_required,
    open: of.is_open,
  }
}

/** Data for the social sign-in button. Null without a provider, or while it is unavailable. */
async function findSocial({ social }: App) {
  const authorization_endpoint = await social?.authorizationEndpoint()
  return social && authorization_endpoint
    ? { name: social.name, client_id: social.client_id, authorization_endpoint }
    : null
}
