import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { organization } from '#/contract/organization.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import type { Received } from '#/contract/endpoint.ts'
import { hashPassword, refuseGuessablePassword } from '#/features/accounts/password.ts'
import { findAddressee, findUser, insertPlayer } from '#/features/accounts/queries.ts'
import type { User } from '#/features/accounts/contract.ts'
import { receiveWebhook } from '#/features/checkout/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { insertArea } from '#/organizer/areas/queries.ts'
import { insertDivision, toDivisionFields } from '#/organizer/divisions/queries.ts'
import { lockLevels, storeLevels } from '#/organizer/levels/queries.ts'
import { startEnrollments } from '#/organizer/security/jobs.ts'
import { levelsOfSport, planLevels, ratingLevels } from '#/rules/level-list.ts'
import { starterLevels } from '#/rules/starter-levels.ts'
import type { Level } from '#/rules/levels.ts'
import { usFlexKit } from '#/rules/starter-kit.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import { readAreas } from '#/server/areas.ts'
import { addressTo, renderEmail } from '#/server/outside/email-layout.ts'
import { PaymentsUnavailable } from '#/server/outside/payments.ts'
import { readOrganization, senderOf } from '#/server/organization.ts'
import { readSeasons } from '#/server/seasons.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { startSession } from '#/server/session.ts'
import type * as calls from './contract.ts'
import { spendOwnerLink } from './owner-links.ts'
import { presetCountries } from '#/organizer/organization/country-suggestions.ts'
import { storeOrganization } from '#/organizer/organization/actions.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { countryName, valuesOf } from './presets.ts'
import { insertKit, listSetupSteps } from './queries.ts'

/** Creates the owner's account through the link printed at the terminal, and signs in. Refuses link_dead, email_in_use, and 422 by field. */
export async function createOwner(
  visitor: Visitor,
  { token, password, ...names }: Received<typeof calls.createOwner>['body'],
): Promise<{ token: string; user: User }> {
  refuseGuessablePassword(password, names)
  const password_hash = await hashPassword(password)
  const session = await runPublicAction(visitor, async ({ tx, now }) => {
    await spendOwnerLink(tx, token, now)
    const profile = { phone: null, singles_level: null, gender: null, location: null }
    const id = await insertPlayer(tx, { ...names, ...profile, password_hash }, now)
    await tx.updateTable('players').set({ role: 'owner' }).where('id', '=', id).execute()
    if (visitor.app.config.production) await startEnrollments(tx, now)
    return { id, token: await startSession(tx, id, now) }
  })
  return { token: session.token, user: await findUser(visitor.app.db, session.id) }
}

/**
 * Sets up the initial data: a starter kit, a copy of another installation, or nothing. Refuses kit_applied the second
 * time, and by field duplicates in a copy and values that the database does not know.
 */
export async function applyStarterKit(
  actor: Actor,
  { kit, copy }: Received<typeof calls.applyStarterKit>['body'],
): Promise<void> {
  await runAction(actor, async ({ tx, audit }) => {
    const { catalogue } = await tx.selectFrom('organization').select('catalogue').forUpdate().executeTakeFirstOrThrow()
    if (catalogue !== 'none') refuse('kit_applied')
    const levels = kit === 'us-flex' ? starterLevels : copy ? levelsOf(copy) : ratingLevels
    await lockLevels(tx)
    await storeLevels(tx, levels)
    if (kit === 'us-flex') await insertKit(tx, usFlexKit)
    for (const area of copy?.areas ?? []) await insertArea(tx, area)
    for (const { kind, sport, ...division } of copy?.divisions ?? [])
      await insertDivision(tx, { ...toDivisionFields(sport, division), kind, sport })
    // An operator who starts with nothing creates their own seasons.
    const opens_templates = copy ? copy.opens_templates : kit === 'us-flex'
    await tx
      .updateTable('organization')
      .set({ catalogue: kit === 'us-flex' ? kit : 'empty', opens_templates })
      .execute()
    await audit<{ kit: string }>({
      area: null,
      kind: 'apply_starter_kit',
      subject: 'organization',
      summary: kitSummaries[kit],
      after: { kit },
    })
  })
  await readOrganization(actor.app)
  await readAreas(actor.app.db)
  // The choice of seasons depends on whether they open automatically.
  await readSeasons(actor.app.db)
}

/**
 * Fills in what follows from a country and a sport. Refuses kit_applied if the beginning has been chosen, and by field
 * a country that is not in the list.
 */
export async function beginSetup(
  actor: Actor,
  { country, sport, time_zone }: Received<typeof calls.beginSetup>['body'],
): Promise<void> {
  if (!presetCountries.includes(country))
    refuse('invalid', { fields: { country: 'Please choose a country from the list.' } })
  await runAction(actor, async (action) => {
    const { tx, audit } = action
    const { catalogue } = await tx.selectFrom('organization').select('catalogue').forUpdate().executeTakeFirstOrThrow()
    if (catalogue !== 'none') refuse('kit_applied')
    await storeOrganization(action, valuesOf(country, time_zone))
    await lockLevels(tx)
    await storeLevels(tx, levelsOfSport(sport))
    await tx.updateTable('organization').set({ catalogue: 'empty', opens_templates: false, sport }).execute()
    await audit<{ country: string; sport: string }>({
      area: null,
      kind: 'apply_starter_kit',
      subject: 'organization',
      summary: `Started with ${sportWords[sport].name} in ${countryName(country)}`,
      after: { country, sport },
    })
  })
  await readOrganization(actor.app)
  await readSeasons(actor.app.db)
}

/** The levels of a copy. Refuses by field an invalid list, and a division with a level that is not in it. */
function levelsOf({
  levels: entered,
  divisions,
}: NonNullable<Received<typeof calls.applyStarterKit>['body']['copy']>): readonly Level[] {
  const planned = entered ? planLevels(entered) : { levels: starterLevels }
  const problems: Record<string, string> = 'problems' in planned ? planned.problems : {}
  const { levels } = 'levels' in planned ? planned : { levels: [] }
  for (const [index, { level }] of divisions.entries())
    if (level !== null && !levels.some(({ key }) => key === level))
      problems[`divisions.${index}.level`] = 'This level is not in the list of the file.'
  const fields = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [`copy.${name}`, problem]))
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  return levels
}

const kitSummaries = {
  'us-flex': 'Used the areas and divisions of the starter kit',
  empty: 'Started without a starter kit',
  copy: 'Copied the areas and divisions of another installation',
}

/** Milliseconds to wait for an event of the provider, and between two checks. */
const EVENT_WAIT_MS = 10_000
const EVENT_LOOK_MS = 200

/**
 * Checks with the provider whether payments will work, and waits for one of its events. Refuses payments_unavailable,
 * and payments_refused with the problem.
 */
export async function checkPayments(actor: Actor): Promise<void> {
  const { app } = actor
  const webhook = `${app.config.site}/api${receiveWebhook.path}`
  const found = await app.payments.check(webhook).catch((error: unknown) => {
    if (error instanceof PaymentsUnavailable) refuse('payments_unavailable')
    throw error
  })
  if ('problem' in found) refuse('payments_refused', { message: found.problem })
  if (found.payment !== null && !(await hasArrived(app.db, found.payment)))
    refuse('payments_refused', {
      message: `Stripe takes the key, but its event did not arrive. Check that ${webhook} can be reached from the internet, and that STRIPE_WEBHOOK_SECRET is the signing secret of this webhook.`,
    })
  await runAction(actor, async ({ tx }) => {
    await tx.updateTable('organization').set({ checked_payments_key: app.payments.publishable_key }).execute()
  })
}

/** Whether an event about a payment arrives, in any process. */
async function hasArrived(db: Db, payment: string): Promise<boolean> {
  const until = performance.now() + EVENT_WAIT_MS
  for (;;) {
    const event = await db
      .selectFrom('payment_events')
      .select('id')
      .where('payment', '=', payment)
      .limit(1)
      .executeTakeFirst()
    if (event) return true
    if (performance.now() > until) return false
    await wait(EVENT_LOOK_MS)
  }
}

/** Sends the caller an email and waits for the mail server. Refuses mail_refused with the server's answer. */
export async function sendTestMail(actor: Actor): Promise<string> {
  const { app, player, now } = actor
  const addressee = (await findAddressee(app.db, player.id)) ?? refuse('not_found')
  const { name, support_email } = organization()
  const email = renderEmail(
    {
      ...addressTo(addressee),
      subject: `Emails from ${name} arrive`,
      paragraphs: ['You asked for this email while setting up the league. If you can read it, emails arrive.'],
      action: { label: 'Continue the setup', url: app.config.site + deskPaths.setup },
      reason: 'You are receiving this because you pressed "Send a test email".',
      stop: 'Nothing else is sent because of it.',
    },
    {
      message_id: `<${randomUUID()}@${senderOf(app.config).from.address.replace(/^.*@/, '')}>`,
      date: now,
      site: app.config.site,
      support_email,
    },
  )
  await app.mail.send(email).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : String(error)
    refuse('mail_refused', { message: `The mail server did not accept the email: ${said.slice(0, 300)}` })
  })
  await runAction(actor, async ({ tx }) => {
    await tx.updateTable('organization').set({ mail_checked_at: now }).execute()
  })
  return addressee.email
}

/** Opens the league and its seasons. Does nothing if it is open. Refuses not_set_up while a step is missing. */
export async function goOnSale(actor: Actor): Promise<void> {
  const { app, now } = actor
  const { steps } = await listSetupSteps(app, now)
  const missing = steps.find(
    ({ key, done }) => ['organization', 'areas', 'divisions', 'seasons'].includes(key) && !done,
  )
  if (missing) refuse('not_set_up', { message: `${missing.title}: ${missing.problem ?? ''}` })
  await runAction(actor, async ({ tx, audit }) => {
    const opened = await tx
      .updateTable('organization')
      .set({ opened_at: now })
      .where('opened_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!opened) return
    await audit<{ opened_at: string }>({
      area: null,
      kind: 'go_on_sale',
      subject: 'organization',
      summary: 'Put the league on sale',
      after: { opened_at: now.toISOString() },
    })
  })
  await readOrganization(app)
  await openSeasons(app.db, saleDay(now))
}
