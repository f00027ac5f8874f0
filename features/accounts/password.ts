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

// The 5,000 most common passwords of 8 or more characters, in lower case, most common first: from the leaked passwords
// ranked by @zxcvbn-ts/language-common 4.1.3 (MIT).
const commonest = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

// Words that are guessed first for this product (docs/security.md, "Passwords").
const contextWords = [PRODUCT_NAME, 'tennis', 'league', 'organizer', 'player', 'owner', 'admin', 'password']

/** Matches those words and the words of the organization's name. */
function contextWord(): RegExp {
  const own = organization()
    .name.split(/\s+/)
    .filter((word) => /^[\p{L}\p{M}\d]{4,}$/u.test(word))
  return new RegExp([...contextWords, ...own].join('|'), 'gi')
}

/** Characters that must remain once those words are removed. */
const OWN_CHARACTERS = 8

/** Refuses (422) a new password that is common in general or for this product. `field` is its name in the body. */
export function refuseCommonPassword(typed: string, field = 'password'): void {
  const password = normalForm(typed)
  if (commonest.has(password.toLowerCase()))
    refuse('invalid', { fields: { [field]: 'This is a common password. Please choose another one.' } })
  const rest = password.replaceAll(contextWord(), '')
  if (rest !== password && rest.length < OWN_CHARACTERS)
    refuse('invalid', { fields: { [field]: 'This password is easy to guess here. Please choose another one.' } })
}
