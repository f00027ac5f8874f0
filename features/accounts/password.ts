import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { allAreas } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { guessable, guessableSentence } from '#/rules/guessable.ts'
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

// Words that belong to no installation. Its own names are added to them.
const localWords = [
  PRODUCT_NAME,
  ...'tennis padel pickleball badminton squash racket racquet wimbledon roland garros federer nadal djokovic'.split(
    ' ',
  ),
  ...'league organizer player owner admin password welcome champion'.split(' '),
  ...'spring summer autumn fall winter january february march april june july august'.split(' '),
  ...'september october november december'.split(' '),
]

/** The account whose password is chosen, as far as it is known. */
type Account = { email?: string | undefined; first_name?: string | undefined; last_name?: string | undefined }

/**
 * Refuses (422) a new password that is among the first to be guessed (`guessable`). `field` is its name in the body.
 */
export function refuseGuessablePassword(typed: string, account: Account, field = 'password'): void {
  const { email = '', first_name = '', last_name = '' } = account
  const problem = guessable(normalForm(typed), {
    common: commonest,
    own: [email, first_name, last_name],
    local: [...localWords, organization().name, ...allAreas().map(({ name }) => name)],
  })
  if (problem) refuse('invalid', { fields: { [field]: guessableSentence[problem] } })
}
