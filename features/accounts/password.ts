import { hash, verify } from '@node-rs/argon2'

// OWASP's argon2id floor: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id in PHC text. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let decoy: Promise<string> | undefined

/** Whether the password is the hash's. Without a hash the same work is done and the answer is no. */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  if (stored) return verify(stored, password)
  decoy ??= hashPassword('nobody has this password')
  await verify(await decoy, password)
  return false
}
