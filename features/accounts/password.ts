import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { organization } from '#/contract/organization.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { refuse } from '#/server/refuse.ts'

// OWASP's argon2id floor: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes with argon2id in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalForm(password), cost)
}

function normalForm(password: string): string {
  return password.normalize('NFKC')
}

let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Without a hash it does the same work and returns false. */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  // Hashes from before November 2026 are of the password exactly as it was typed.
  if (stored) return (await verify(stored, normalForm(password))) || (await fitsAsTyped(password, stored))
  decoy ??= hashPassword('nobody has this password')
  await verify(await decoy, password)
  return false
}

async function fitsAsTyped(password: string, stored: string): Promise<boolean> {
  return password !== normalForm(password) && verify(stored, password)
}

// The 10,000 most common passwords of 8 or more characters, in lower case, most common first: from the leaked passwords
// ranked by @zxcvbn-ts/language-common 4.1.3 (MIT).
const commonest = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

// Words that somebody who guesses passwords for this product tries first (docs/security.md, "Passwords").
const contextWords =
  `${PRODUCT_NAME.toLowerCase()} tennis wimbledon league organizer player owner admin password welcome spring summer autumn fall winter`.split(
    ' ',
  )

/** Those words, the email, and the words of the account and of the organization's name, in lower case. */
function guessedFirst({ email = '', first_name = '', last_name = '' }: Account): string[] {
  const texts = [email, first_name, last_name, organization().name].map((text) => normalForm(text).toLowerCase())
  const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\d]{4,}/gu) ?? []
  return [texts[0] ?? '', ...texts.flatMap(wordsOf), ...contextWords].filter((word) => word !== '')
}

/** Characters that must remain once those words are removed. */
const OWN_CHARACTERS = 8

/** The smallest number of different characters. */
const LEAST_DIFFERENT = 4

/** The account whose password is chosen, as far as it is known. */
type Account = { email?: string | undefined; first_name?: string | undefined; last_name?: string | undefined }

/**
 * Refuses (422) a new password that is among the first to be guessed: a common one, a few characters repeated or in a row,
 * or one made of words of this product, the organization or the account. `field` is its name in the body.
 */
export function refuseGuessablePassword(typed: string, account: Account, field = 'password'): void {
  const password = normalForm(typed)
  const say = (sentence: string) => refuse('invalid', { fields: { [field]: sentence } })
  if (commonest.has(password.toLowerCase())) say('This is a common password. Please choose another one.')
  if (new Set(password).size < LEAST_DIFFERENT || isSequence(password))
    say('This password repeats itself or is a row of characters. Please choose another one.')
  const lower = password.toLowerCase()
  const rest = guessedFirst(account).reduce((left, word) => left.replaceAll(word, ''), lower)
  if (rest !== lower && rest.length < OWN_CHARACTERS)
    say('This password is easy to guess here. Please choose another one.')
}

/** Whether each character follows the one before: abcdefgh, 87654321. */
function isSequence(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  return [1, -1].some((step) => codes.every((code, at) => at === 0 || code === (codes[at - 1] ?? 0) + step))
}
