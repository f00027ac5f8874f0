import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'

/** Seconds for which a code holds, and how many such steps a phone's clock may be off (RFC 6238). */
const period = 30
const drift = 1

function totpOf(secret: Uint8Array, email: string): TOTP {
  const buffer = secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.byteLength) as ArrayBuffer
  return new TOTP({ issuer: 'Deuce', label: email, secret: new Secret({ buffer }), period })
}

/** Stores a new secret, not asked for until a code confirms it; one that is enrolled stays until then. Answers it for the phone. */
export async function beginSecondFactor(
  db: Db,
  player: { id: number; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(20)
  await db
    .insertInto('second_factors')
    .values({ player_id: player.id, secret })
    .onConflict((conflict) =>
      conflict
        .column('player_id')
        .doUpdateSet({ secret, last_step: 0 })
        .where('second_factors.enrolled_at', 'is', null),
    )
    .execute()
  const { enrolled_at } = await db
    .selectFrom('second_factors')
    .select('enrolled_at')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow()
  if (enrolled_at !== null) refuse('second_factor_kept')
  const totp = totpOf(secret, player.email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Enrolls the phone by its first code; tells it by mail; answers ten recovery codes, kept hashed. Refuses a wrong code (422). */
export async function enrollSecondFactor(
  { db, config }: App,
  player: { id: number; token_hash: Buffer },
  code: string,
  now: Date,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const factor = await lockFactor(tx, player.id)
    if (!factor || factor.enrolled_at !== null) refuse('second_factor_kept')
    if (!(await spendCode(tx, player.id, factor, code, now))) refuseCode()
    await tx.updateTable('second_factors').set({ enrolled_at: now }).where('player_id', '=', player.id).execute()
    await noteGiven(tx, player.token_hash, now)
    const codes = Array.from({ length: 10 }, newRecoveryCode)
    await tx
      .insertInto('recovery_codes')
      .values(codes.map((each) => ({ player_id: player.id, code_hash: hashOf(each) })))
      .execute()
    await queueEmail(tx, config, 'second_factor_changed', { player_id: player.id, enrolled: true })
    return codes
  })
}

/** Lets a session run the desk by the code of the phone or a recovery code; each works once. Refuses a wrong one (422). */
export async function takeSecondFactor(
  db: Db,
  player: { id: number; token_hash: Buffer },
  code: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const factor = await lockFactor(tx, player.id)
    if (!factor || factor.enrolled_at === null) return
    const taken =
      (await spendCode(tx, player.id, factor, code, now)) || (await spendRecoveryCode(tx, player.id, code, now))
    if (!taken) refuseCode()
    await noteGiven(tx, player.token_hash, now)
  })
}

/** Takes the phone off the account; answers whether one was enrolled. */
export async function deleteSecondFactor(tx: Tx, player_id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('second_factors')
    .where('player_id', '=', player_id)
    .returning('enrolled_at')
    .executeTakeFirst()
  return Boolean(gone?.enrolled_at)
}

/** Whether a phone is enrolled, and how many recovery codes are left. */
export async function findSecondFactor(
  db: Db,
  player_id: number,
): Promise<{ enrolled: boolean; recovery_codes_left: number }> {
  const factor = await db
    .selectFrom('second_factors')
    .select((of) => [
      'enrolled_at',
      of
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.player_id', '=', 'second_factors.player_id')
        .where('used_at', 'is', null)
        .as('left'),
    ])
    .where('player_id', '=', player_id)
    .executeTakeFirst()
  return { enrolled: Boolean(factor?.enrolled_at), recovery_codes_left: factor?.left ?? 0 }
}

type Factor = { secret: Buffer; enrolled_at: Date | null; last_step: number }

async function lockFactor(tx: Tx, player_id: number): Promise<Factor | undefined> {
  return tx
    .selectFrom('second_factors')
    .select(['secret', 'enrolled_at', 'last_step'])
    .where('player_id', '=', player_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Takes a code of the phone that is newer than every one taken before. */
async function spendCode(tx: Tx, player_id: number, factor: Factor, code: string, now: Date): Promise<boolean> {
  const token = code.replaceAll(/\D/g, '')
  if (token.length !== 6) return false
  const timestamp = now.getTime()
  const delta = totpOf(factor.secret, '').validate({ token, timestamp, window: drift })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / period) + delta
  if (step <= factor.last_step) return false
  await tx.updateTable('second_factors').set({ last_step: step }).where('player_id', '=', player_id).execute()
  return true
}

async function spendRecoveryCode(tx: Tx, player_id: number, code: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('player_id', '=', player_id)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

async function noteGiven(tx: Tx, token_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor_at: now, reauthenticated_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}

/** 50 random bits, to be written down: letters and digits that can not be mistaken for each other. */
function newRecoveryCode(): string {
  const text = Array.from(randomBytes(10), (byte) => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

function hashOf(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
}

function refuseCode(): never {
  refuse('invalid', {
    fields: { code: 'That code is wrong, or has been used. WaitListEntry for the next one and try again.' },
  })
}
