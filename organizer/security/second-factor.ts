import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '#/server/db.ts'
import type { SecondFactor } from './queries.ts'
import { organization } from '#/contract/organization.ts'

/** Seconds that a code is valid, and the number of such steps that a phone's clock may be off (RFC 6238). */
const STEP_SECONDS = 30
const CLOCK_DRIFT_STEPS = 1

function totpOf(secret: Uint8Array, email: string): TOTP {
  const buffer = secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.byteLength) as ArrayBuffer
  return new TOTP({ issuer: organization().name, label: email, secret: new Secret({ buffer }), period: STEP_SECONDS })
}

/** The secret in the two forms that authenticator apps accept: to type in, and as the address in a QR code. */
export function secretForPhone(secret: Uint8Array, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * Spends a code of the phone. Each works once, because it has to be newer than every code spent before. Returns whether
 * it was right.
 */
export async function spendCode(
  tx: Tx,
  player_id: number,
  factor: SecondFactor,
  code: string,
  now: Date,
): Promise<boolean> {
  const token = code.replaceAll(/\D/g, '')
  if (token.length !== 6) return false
  const timestamp = now.getTime()
  const delta = totpOf(factor.secret, '').validate({ token, timestamp, window: CLOCK_DRIFT_STEPS })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
  if (step <= factor.last_step) return false
  await tx.updateTable('second_factors').set({ last_step: step }).where('player_id', '=', player_id).execute()
  return true
}

/** Spends a recovery code. Returns whether it was right and unused. */
export async function spendRecoveryCode(tx: Tx, player_id: number, code: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('player_id', '=', player_id)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/**
 * A code of more than 112 random bits to write down, in letters and digits that cannot be mistaken for each other. With
 * fewer bits, a plain hash could be reversed by trying all codes (OWASP ASVS 5.0, 6.5.2).
 */
export function newRecoveryCode(): string {
  const text = Array.from(randomBytes(24), (byte) => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join('')
  return text.match(/.{6}/g)?.join('-') ?? ''
}

/** Hashes a recovery code as it is stored, ignoring case and separators. */
export function hashOf(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
}
