import { isSupportedCountry } from 'libphonenumber-js/min'
import { sql } from 'kysely'
import type { Organization } from '#/contract/organization.ts'
import { shortNameOf } from '#/contract/organization-names.ts'
import { minorUnitOf } from '#/rules/currency.ts'
import { findSmallPrices, formatSmallPrices } from '#/organizer/divisions/small-prices.ts'
import { refuseUnknownZone } from '#/organizer/areas/queries.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { Config } from '#/server/config.ts'
import type { Tx } from '#/server/db.ts'
import { findOrganization, readOrganization } from '#/server/organization.ts'
import { checkPhone } from '#/server/phone.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrganizationValues } from './contract.ts'
import { drawLogo } from './logo.ts'
import { hasMoneyMoved, rescalePrices, replacePictures } from './queries.ts'

/**
 * Changes the organization. Refuses by field: another currency once money has moved, an unknown zone or country.
 * Returns which prices have to change because of a new currency. Null if none.
 */
export async function changeOrganization(actor: Actor, values: OrganizationValues): Promise<string | null> {
  const small = await runAction(actor, (action) => storeOrganization(action, values))
  await readOrganization(actor.app)
  return small
}

/** Stores the changes inside a workflow, which reads the organization afterwards. Refuses and returns as `changeOrganization`. */
export async function storeOrganization(
  { tx, app, now, audit }: Action,
  values: OrganizationValues,
): Promise<string | null> {
  const before = await lockOrganization(tx, app.config)
  const { colors, tax, support_phone, genders, ...rest } = values
  const { currency = before.currency, phone_country, time_zone } = rest
  if (phone_country !== undefined && !isSupportedCountry(phone_country))
    refuse('invalid', { fields: { phone_country: 'Please choose a country from the list.' } })
  if (time_zone !== undefined) await refuseUnknownZone(tx, time_zone)
  if (currency !== before.currency) {
    if (await hasMoneyMoved(tx))
      refuse('invalid', { fields: { currency: 'Money has already moved in this currency, so it cannot change.' } })
    await rescalePrices(tx, 10 ** (minorUnitOf(currency).exponent - minorUnitOf(before.currency).exponent))
  }
  const { gender_required = before.gender_required } = rest
  if (gender_required && (genders ?? before.genders).length === 0)
    refuse('invalid', { fields: { gender_required: 'Without answers, players cannot be required to choose one.' } })
  // A form sends back what it has read, so an unchanged default keeps following the name or the settings.
  for (const key of ['sender_name', 'reply_to', 'support_email'] as const)
    if (rest[key] === before[key]) delete rest[key]
  const changes = {
    ...rest,
    ...(colors && { main_color: colors.main, accent_color: colors.accent }),
    ...(genders && { genders: JSON.stringify(genders) }),
    ...(tax !== undefined && { tax_name: tax?.name ?? null, tax_rate: tax?.rate ?? null }),
    ...(support_phone !== undefined && {
      support_phone: support_phone && checkPhone(support_phone, 'support_phone'),
    }),
  }
  // The short name follows the name in the same way, until somebody enters another short name.
  const { name, short_name = before.short_name } = rest
  if (name !== undefined && short_name === before.short_name && short_name === shortNameOf(before.name))
    changes.short_name = shortNameOf(name)
  if (Object.keys(changes).length === 0) return null
  await tx.updateTable('organization').set(changes).execute()
  const after = await findOrganization(tx, app.config)
  const [old, changed] = differenceOf(before, after)
  if (Object.keys(changed).length === 0) return null
  await audit<Partial<Organization>>({
    area: null,
    kind: 'change_organization',
    subject: 'organization',
    summary: 'Changed the organization',
    before: old,
    after: changed,
  })
  return currency === before.currency ? null : formatSmallPrices(await findSmallPrices(tx, after, now), after)
}

/** Stores a logo and the icons made from it. Refuses files that are not pictures (422 on `image`). */
export async function updateLogo(actor: Actor, { image }: { image: File }): Promise<void> {
  const { hash, pictures } = await drawLogo(new Uint8Array(await image.arrayBuffer()))
  await runAction(actor, async ({ tx, app, audit }) => {
    const { logo_hash } = await lockOrganization(tx, app.config)
    await replacePictures(tx, hash, pictures)
    await tx.updateTable('organization').set({ logo_hash: hash }).execute()
    await audit<{ logo: string }>({
      area: null,
      kind: 'change_logo',
      subject: 'organization',
      summary: logo_hash === null ? 'Added a logo' : 'Changed the logo',
      ...(logo_hash !== null && { before: { logo: logo_hash } }),
      after: { logo: hash },
    })
  })
  await readOrganization(actor.app)
}

/** Removes the logo. Does nothing if there is none. */
export async function deleteLogo(actor: Actor): Promise<void> {
  await runAction(actor, async ({ tx, app, audit }) => {
    const { logo_hash } = await lockOrganization(tx, app.config)
    if (logo_hash === null) return
    await replacePictures(tx, '', [])
    await tx.updateTable('organization').set({ logo_hash: null }).execute()
    await audit<{ logo: string }>({
      area: null,
      kind: 'remove_logo',
      subject: 'organization',
      summary: 'Removed the logo',
      before: { logo: logo_hash },
    })
  })
  await readOrganization(actor.app)
}

/** Locks the organization, so that two owners save one after the other. */
async function lockOrganization(tx: Tx, config: Config): Promise<Organization> {
  await sql`select from organization for update`.execute(tx)
  return findOrganization(tx, config)
}

/** The values that differ, before and after. */
function differenceOf(before: Organization, after: Organization): [Partial<Organization>, Partial<Organization>] {
  const changed = (Object.keys(after) as (keyof Organization)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const pick = (from: Organization) => Object.fromEntries(changed.map((key) => [key, from[key]]))
  return [pick(before), pick(after)]
}
