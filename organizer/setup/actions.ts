import { randomUUID } from 'node:crypto'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import type { Received } from '#/contract/endpoint.ts'
import { hashPassword, refuseCommonPassword } from '#/features/accounts/password.ts'
import { findAddressee, findUser, insertPlayer } from '#/features/accounts/queries.ts'
import type { User } from '#/features/accounts/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { startEnrollments } from '#/organizer/security/jobs.ts'
import { usFlexKit } from '#/rules/starter-kit.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import { readAreas } from '#/server/areas.ts'
import { addressTo, renderEmail } from '#/server/outside/email-layout.ts'
import { readOrganization, senderOf } from '#/server/organization.ts'
import { refuse } from '#/server/refuse.ts'
import { startSession } from '#/server/session.ts'
import type * as calls from './contract.ts'
import { spendOwnerLink } from './owner-links.ts'
import { insertKit, listSetupSteps } from './queries.ts'

/** Opens the owner's account by the link of the terminal, and signs in. Refuses link_dead, email_in_use, and 422 by field. */
export async function createOwner(
  visitor: Visitor,
  { token, password, ...names }: Received<typeof calls.createOwner>['body'],
): Promise<{ token: string; user: User }> {
  refuseCommonPassword(password)
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

/** Begins with a starter kit, or with nothing. Refuses kit_applied the second time. */
export async function applyStarterKit(actor: Actor, { kit }: { kit: 'us-flex' | 'empty' }): Promise<void> {
  await runAction(actor, async ({ tx, audit }) => {
    const { catalogue } = await tx.selectFrom('organization').select('catalogue').forUpdate().executeTakeFirstOrThrow()
    if (catalogue !== 'none') refuse('kit_applied')
    if (kit === 'us-flex') await insertKit(tx, usFlexKit)
    // An operator who begins with nothing has seasons of their own.
    await tx
      .updateTable('organization')
      .set({ catalogue: kit, opens_templates: kit === 'us-flex' })
      .execute()
    await audit<{ kit: string }>({
      area: null,
      kind: 'apply_starter_kit',
      subject: 'organization',
      summary: kit === 'empty' ? 'Began without a starter kit' : 'Took the areas and divisions of the starter kit',
      after: { kit },
    })
  })
  await readOrganization(actor.app)
  await readAreas(actor.app.db)
}

/** Sends the caller an email and waits for the mail server. Refuses mail_refused with what it said. */
export async function sendTestMail(actor: Actor): Promise<string> {
  const { app, player, now } = actor
  const addressee = (await findAddressee(app.db, player.id)) ?? refuse('not_found')
  const { name, support_email } = organization()
  const email = renderEmail(
    {
      ...addressTo(addressee),
      subject: `Emails of ${name} arrive`,
      paragraphs: [
        'You have asked for this email while setting up the league. That you read it means that emails arrive.',
      ],
      action: { label: 'Go on setting up', url: app.config.site + paths.organizer.setup },
      reason: 'You get this because you pressed "Send a test email".',
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
    refuse('mail_refused', { message: `The mail server did not take the email: ${said.slice(0, 300)}` })
  })
  await runAction(actor, async ({ tx }) => {
    await tx.updateTable('organization').set({ mail_checked_at: now }).execute()
  })
  return addressee.email
}

/** Opens the league and its seasons. Does nothing when it is open. Refuses not_set_up while a step is missing. */
export async function goOnSale(actor: Actor): Promise<void> {
  const { app, now } = actor
  const { steps } = await listSetupSteps(app)
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
