import { paths } from '#/contract/paths.ts'
import { findSmallPrices } from '#/organizer/divisions/small-prices.ts'
import { findOrganization } from '#/server/organization.ts'
import { serve } from '#/server/serve.ts'
import { changeOrganization, deleteLogo, updateLogo } from './actions.ts'
import * as calls from './contract.ts'
import { hasMoneyMoved } from './queries.ts'

export const routes = [
  serve(calls.getOrganization, async ({ app, now }) => {
    const { main_color, accent_color, logo_hash, is_open, ...of } = await findOrganization(app.db, app.config)
    return {
      ...of,
      genders: [...of.genders],
      logo: logo_hash === null ? null : paths.organizationLogo(logo_hash),
      colors: { main: main_color, accent: accent_color },
      currency_fixed: await hasMoneyMoved(app.db),
      small_prices: await findSmallPrices(app.db, of, now),
      open: is_open,
    }
  }),

  serve(calls.changeOrganization, async (call) => {
    const small = await changeOrganization(call, call.body)
    return { message: ['The organization is saved.', small].filter((part) => part !== null).join(' ') }
  }),

  serve(calls.updateLogo, async (call) => {
    await updateLogo(call, call.body)
    return { message: 'The logo is saved.' }
  }),

  serve(calls.deleteLogo, async (call) => {
    await deleteLogo(call)
    return { message: 'The logo is removed.' }
  }),
]
