import { setOrganization, organization, type Organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { Level } from '#/rules/levels.ts'
import { sql } from 'kysely'
import { refuse } from './refuse.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import type { Sender } from './outside/mail.ts'

type Settings = Pick<Config, 'SUPPORT_EMAIL' | 'SUPPORT_PHONE' | 'MAIL_FROM'>

/** Reads the organization from the database into this process, because another one may have changed it. */
export async function readOrganization({ db, config }: { db: Db; config: Settings }): Promise<void> {
  setOrganization(await findOrganization(db, config))
}

/** The organization as stored. Fields that nobody has entered yet come from the settings or from its name. */
export async function findOrganization(db: Db | Tx, config: Settings): Promise<Organization> {
  const {
    singleton: _,
    catalogue: __,
    mail_checked_at: ___,
    checked_payments_key: ____,
    opened_at,
    tax_name,
    tax_rate,
    // Only set-up and the divisions' form read it.
    sport: _____,
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

/** The texts in force. Everybody is asked to accept them, except the rules, which a player accepts by playing. */
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
 * Locks the currency until the end of the transaction that stores an amount. An owner who changes it waits, and is then refused.
 * Refuses price_changed if it has just been changed, because the caller's amount in minor units is then wrong.
 */
export async function holdCurrency(tx: Tx): Promise<void> {
  const { rows } = await sql<{ currency: string }>`select currency from organization for share`.execute(tx)
  if (rows[0]?.currency !== organization().currency) refuse('price_changed')
}

/** The tax included in the prices of a new order, as its row stores it. */
export function taxOfNow(): { tax_name: string | null; tax_rate: number } {
  const { tax } = organization()
  return { tax_name: tax?.name ?? null, tax_rate: tax?.rate ?? 0 }
}

/** The sender of emails, and the reader of replies. */
export function senderOf({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): Sender {
  const { sender_name: name, reply_to } = organization()
  return { from: { name, address: partsOf(MAIL_FROM).address }, reply_to }
}

/** The contact for a push service that has a problem with our messages (RFC 8292). */
export function pushContact(): string {
  return `mailto:${organization().support_email}`
}

/** The two parts of MAIL_FROM: 'Name <address>', '<address>' or 'address'. */
function partsOf(from: string): { name: string | null; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]*)>$/.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || null, address: address.trim() }
}
