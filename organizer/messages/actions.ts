import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatNumber } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { startTask } from '#/organizer/desk/tasks.ts'
import { messageFieldsIn, messageFields, type MessageValues } from '#/rules/message-text.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/db.ts'
import { renderEmail } from '#/server/outside/email-layout.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { findAudience, reasonTexts, type Audience, type Sender } from './audience.ts'
import { formatPlayers } from './format.ts'
import { MESSAGES_PER_DAY, MOST_RECIPIENTS, type MessageFilter } from './contract.ts'
import { writeMessage } from './emails.ts'
import {
  countSentSince,
  describeFilter,
  findMessageOfDigest,
  findPreview,
  findSentBefore,
  insertMessage,
  lockSender,
  previewsSince,
  upsertPreview,
  type StoredDraft,
} from './queries.ts'
import { sendTask } from './jobs.ts'
import { findValues } from './values.ts'

/** A message as the organizer writes it. */
export type Draft = { filter: MessageFilter; subject: string; body: string; template?: string | undefined }

export type Plan = {
  /** Identifies the recipients and the text. Another one after the same message was sent. */
  digest: string
  audience: Audience
  sent_before: Date | null
}

/** Finds whom a draft reaches. Refuses not_your_area. */
export async function planMessage(db: Db | Tx, sender: Sender, draft: Draft, now: Date): Promise<Plan> {
  const stored = toStored(draft)
  const audience = await findAudience(db, sender, stored.filter, now)
  const { times, last } = await findSentBefore(db, sender.id, stored)
  const digest = createHash('sha256')
    .update(
      JSON.stringify([sender.id, stored, audience.reached, audience.left_out.map(({ id, why }) => [id, why]), times]),
    )
    .digest('base64url')
  return { digest, audience, sent_before: last }
}

/** The draft without fields that are the same as left out, and in one order. */
function toStored({ filter, subject, body, template }: Draft): StoredDraft {
  const given = Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== false)
    .toSorted(([a], [b]) => a.localeCompare(b))
  const { players, ...rest } = Object.fromEntries(given) as MessageFilter
  const unique = players && [...new Set(players)].toSorted((a, b) => a - b)
  return { filter: { ...rest, ...(unique && { players: unique }) }, subject, body, template: template ?? null }
}

/**
 * Stores a planned message with its recipients and starts the task that sends it. The same digest again returns the
 * same message. Refuses message_changed if the plan has another digest, nobody_reached, `invalid` for too many
 * recipients, and too_many_requests.
 */
export async function startMessage(
  action: Action<SignedIn>,
  draft: Draft,
  { digest, reason }: { digest: string; reason?: string },
): Promise<{ id: string; task_id: number }> {
  const { tx, player, now } = action
  await lockSender(tx, player.id)
  const known = await findMessageOfDigest(tx, player.id, digest)
  if (known && known.task_id !== null) return { id: known.id, task_id: known.task_id }
  const stored = toStored(draft)
  const { digest: current, audience } = await planMessage(tx, player, draft, now)
  if (current !== digest) refuse('message_changed')
  const { reached, left_out } = audience
  if (reached.length === 0) refuse('nobody_reached')
  refuseTooMany(audience)
  if ((await countSentSince(tx, player.id, previewsSince(now))) >= MESSAGES_PER_DAY)
    refuse('too_many_requests', {
      message: `You have already sent ${MESSAGES_PER_DAY} messages today. Please try again tomorrow.`,
      retryAfter: 3600,
    })
  const areas = organizerAreas(player, stored.filter.area)
  const values = await valuesOf(tx, { draft, audience, areas }, now)
  const id = randomUUID()
  const task_id = await startTask(action, sendTask, { message_id: id }, stored.filter.area ?? null)
  const out = left_out.flatMap(({ id: player_id, why }) =>
    why === 'deleted' || why === 'unknown' ? [] : [{ player_id, outcome: why }],
  )
  const recipients = [...reached.map(({ id: player_id }) => ({ player_id, outcome: null })), ...out]
  await insertMessage(
    tx,
    {
      ...stored,
      id,
      organizer_id: player.id,
      areas,
      digest,
      task_id,
      recipients: recipients.map((each) => ({ ...each, fields: values.get(each.player_id) ?? {} })),
    },
    now,
  )
  await action.audit({
    area: stored.filter.area ?? null,
    kind: 'send_message',
    subject: `message ${id}`,
    summary: `Sent “${stored.subject}” to ${formatPlayers(reached.length)}: ${await describeFilter(tx, stored.filter)}`,
    ...(reason !== undefined && { reason }),
    after: { filter: stored.filter, subject: stored.subject, players: reached.length, left_out: left_out.length },
  })
  return { id, task_id }
}

/** Sends the previewed message with this digest. Refuses message_changed if there is none, and as `startMessage` does. */
export function sendMessage(
  actor: Actor<SignedIn>,
  { digest }: { digest: string },
): Promise<{ id: string; task_id: number }> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const preview = await findPreview(tx, player.id, digest, previewsSince(now))
    const known = preview ? undefined : await findMessageOfDigest(tx, player.id, digest)
    if (known && known.task_id !== null) return { id: known.id, task_id: known.task_id }
    const { template, ...draft } = preview ?? refuse('message_changed')
    return startMessage(action, { ...draft, ...(template !== null && { template }) }, { digest })
  })
}

/** Stores the draft, which can be sent within a day, and returns how it reads. Refuses not_your_area. */
export async function previewMessage(actor: Actor<SignedIn>, draft: Draft) {
  const { app, player, now } = actor
  const plan = await planMessage(app.db, player, draft, now)
  const { audience, digest, sent_before } = plan
  refuseTooMany(audience)
  await runAction(actor, ({ tx }) => upsertPreview(tx, { ...toStored(draft), organizer_id: player.id, digest }, now))
  const areas = organizerAreas(player, draft.filter.area)
  const values = await valuesOf(app.db, { draft, audience, areas }, now)
  const missing = messageFieldsIn(draft.subject, draft.body)
    .map((field) => ({
      field,
      players: audience.reached.filter(({ id }) => values.get(id)?.[field] === undefined).length,
      instead: messageFields[field].none,
    }))
    .filter(({ players }) => players > 0)
  return {
    digest,
    ...countOf(audience),
    sample: await renderFirst(app, actor, { draft, audience, values }),
    missing,
    sent_before: sent_before?.toISOString() ?? null,
  }
}

/** The most players left out that a reply names. */
export const MOST_NAMED = 200

function countOf({ reached, left_out }: Audience) {
  return {
    recipients: reached.length,
    left_out: nameLeftOut(left_out.slice(0, MOST_NAMED)),
    left_out_count: left_out.length,
  }
}

export function nameLeftOut(left_out: Audience['left_out']) {
  return left_out.map(({ id, name, why }) => ({ id, name, why: reasonTexts[why] }))
}

/** Emails a draft to the caller alone, as its first recipient would read it. Refuses mail_refused. Returns the address. */
export async function testMessage(actor: Actor<SignedIn>, draft: Draft): Promise<string> {
  const { app, player, now } = actor
  await app.limits.spend('test_message', player.id)
  const audience = await findAudience(app.db, player, toStored(draft).filter, now)
  const areas = organizerAreas(player, draft.filter.area)
  const first = { reached: audience.reached.slice(0, 1), left_out: [] }
  const values = await valuesOf(app.db, { draft, audience: first, areas }, now)
  const me = (await findAddressee(app.db, player.id)) ?? refuse('not_found')
  const email = render(app, actor, { draft, addressee: me, sender: me, values: values.get(first.reached[0]?.id ?? 0) })
  await app.mail.send({ ...email, subject: `Test: ${email.subject}` }).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : String(error)
    refuse('mail_refused', { message: `The mail server did not accept the email: ${said.slice(0, 300)}` })
  })
  return me.email
}

function refuseTooMany({ reached }: Audience): void {
  if (reached.length > MOST_RECIPIENTS)
    refuse('invalid', {
      fields: {
        filter: `This reaches more than ${formatNumber(MOST_RECIPIENTS)} players. Please choose fewer.`,
      },
    })
}

type Draw = { draft: Draft; audience: Audience; areas: ReturnType<typeof organizerAreas> }

/** The values of the draft's fields, for all who see it. */
function valuesOf(db: Db | Tx, { draft, audience, areas }: Draw, now: Date): Promise<Map<number, MessageValues>> {
  const fields = messageFieldsIn(draft.subject, draft.body)
  const chosen = [...audience.reached, ...audience.left_out.filter(({ why }) => why === 'opted_out')]
  return findValues(db, { chosen, areas, fields }, now)
}

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

function render(
  { config: { site } }: App,
  { now }: Pick<Actor, 'now'>,
  {
    draft,
    addressee,
    sender,
    values = {},
  }: {
    draft: Draft
    addressee: Addressee
    sender: Addressee
    values?: MessageValues | undefined
  },
) {
  const { subject, body } = draft
  const { support_email } = organization()
  const words = writeMessage({ subject, body, sender }, addressee, values, site)
  const email = renderEmail(words, { message_id: `<${randomUUID()}@deuce>`, date: now, site, support_email })
  return { ...email, reply_to: words.reply_to ?? support_email }
}

async function renderFirst(
  app: App,
  { player, now }: Actor<SignedIn>,
  { draft, audience, values }: { draft: Draft; audience: Audience; values: Map<number, MessageValues> },
) {
  const [first] = audience.reached
  const [addressee, sender] = await Promise.all([
    first && findAddressee(app.db, first.id),
    findAddressee(app.db, player.id),
  ])
  if (!addressee || !sender) return null
  const { subject, text } = render(app, { now }, { draft, addressee, sender, values: values.get(addressee.id) })
  return { to: addressee.name, subject, text }
}

/** Saves a template of the organization. One with the same name is replaced. */
export function saveTemplate(actor: Actor, template: { name: string; subject: string; body: string }): Promise<void> {
  return runAction(actor, async ({ tx, player, now, audit }) => {
    const values = { ...template, saved_by_id: player.id, saved_at: now }
    const before = await tx
      .selectFrom('message_templates')
      .select(['name', 'subject', 'body'])
      .where(sql`lower(name)`, '=', template.name.toLowerCase())
      .executeTakeFirst()
    await tx
      .insertInto('message_templates')
      .values(values)
      .onConflict((conflict) => conflict.expression(sql`lower(name)`).doUpdateSet(values))
      .execute()
    await audit<typeof template>({
      area: null,
      kind: 'save_message_template',
      subject: `message template ${template.name}`,
      summary: `Saved the template “${template.name}”`,
      ...(before && { before }),
      after: template,
    })
  })
}

/** Deletes a template of the organization. Refuses not_found. */
export function deleteTemplate(actor: Actor, { id }: { id: number }): Promise<void> {
  return runAction(actor, async ({ tx, audit }) => {
    const before =
      (await tx
        .deleteFrom('message_templates')
        .where('id', '=', id)
        .returning(['name', 'subject', 'body'])
        .executeTakeFirst()) ?? refuse('not_found')
    await audit<typeof before>({
      area: null,
      kind: 'delete_message_template',
      subject: `message template ${before.name}`,
      summary: `Deleted the template “${before.name}”`,
      before,
    })
  })
}
