import { knowOrganization, organization, type Organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { Level } from '#/rules/levels.ts'
import { sql } from 'kysely'
import { refuse } from './refuse.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import type { Sender } from './outside/mail.ts'

type Settings = Pick<Config, 'SUPPORT_EMAIL' | 'SUPPORT_PHONE' | 'MAIL_FROM'>

/** Reads the organization from the database into this process: another one may have changed it. */
export async function readOrganization({ db, config }: { db: Db; config: Settings }): Promise<void> {
  knowOrganization(await findOrganization(db, config))
}

/** The organization as it is stored. What nobody has entered yet is the settings' or follows from its name. */
export async function findOrganization(db: Db | Tx, config: Settings): Promise<Organization> {
  const {
    singleton: _,
    catalogue: __,
    mail_checked_at: ___,
    checked_payments_key: ____,
    opened_at,
    tax_name,
    tax_rate,
    ...row
  } = await db.selectFrom('organization').selectAll().executeTakeFirstOrThrow()
  const support_email = row.support_email ?? config.SUPPORT_EMAIL
  return {
    ...row,
    support_email,
    support_phone: row.support_phone ?? config.SUPPORT_PHONE,
    sender_name: row.sender_name ?? partsOf(config.MAIL_FROM).name ?? row.name,
    reply_to: row.reply_to ?? support_email,
    tax: tax_name === null || tax_rate === null ? null : { name: tax_name, rate: tax_rate },
    is_open: opened_at !== null,
    texts: await listPublishedTexts(db),
    levels: await listLevels(db),
  }
}

/** The levels, lowest first. */
export async function listLevels(db: Db | Tx): Promise<Level[]> {
  return db.selectFrom('levels').select(['key', 'name']).orderBy('position').execute()
}

/** The texts in force. Everybody is asked to accept them but the rules, to which a player agrees by playing. */
export async function listPublishedTexts(db: Db | Tx): Promise<PublishedText[]> {
  const { rows } = await sql<PublishedText>`
    select key, version, title, case when key <> 'rules' then asked_version end as asked_version
    from (
      select distinct on (key) key, version, title, text,
        (max(version) filter (where asks_again) over (partition by key))::int as asked_version
      from texts order by key, version desc) newest
    where text <> ''
    order by array_position(array['rules', 'terms', 'privacy', 'waiver', 'refunds'], key)`.execute(db)
  return rows
}

/**
 * Holds the currency until the end of the transaction that stores an amount: an owner who changes it waits, and then cannot.
 * Refuses price_changed when it has just been changed, so that what the caller counted in minor units is wrong.
 */
export async function holdCurrency(tx: Tx): Promise<void> {
  const { rows } = await sql<{ currency: string }>`select currency from organization for share`.execute(tx)
  if (rows[0]?.currency !== organization().currency) refuse('price_changed')
}

/** The tax in the prices of an order that is stored now, as its row keeps it. */
export function taxOfNow(): { tax_name: string | null; tax_rate: number } {
  const { tax } = organization()
  return { tax_name: tax?.name ?? null, tax_rate: tax?.rate ?? 0 }
}

/** Who emails are from now, and who reads the answers. */
export function senderOf({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): Sender {
  const { sender_name: name, reply_to } = organization()
  return { from: { name, address: partsOf(MAIL_FROM).address }, reply_to }
}

/** Whom a push service writes to when our messages are a problem (RFC 8292). */
export function pushContact(): string {
  return `mailto:${organization().support_email}`
}

/** The two parts of MAIL_FROM: 'Name <address>', '<address>' or 'address'. */
function partsOf(from: string): { name: string | null; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]*)>$/.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || null, address: address.trim() }
}
