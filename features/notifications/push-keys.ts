import { createECDH } from 'node:crypto'
import { inTurn, type Db } from '#/server/db.ts'
import { formatPrivateKey, type PushKeys } from '#/server/outside/push.ts'
import type { SecretBox } from '#/server/secret-box.ts'

const context = 'push keys'

/**
 * This installation's keys for push services, created at the first start. Concurrent processes agree on one pair. They
 * survive a change of SECRET_KEY if the previous key is given; otherwise new ones are created, and browsers subscribe
 * again when opened.
 */
export async function findOrMakePushKeys(db: Db, secrets: SecretBox, now: Date): Promise<PushKeys> {
  const present = await findKeys(db, secrets)
  if (present) return present
  const before = secrets.previous && (await findKeys(db, secrets.previous))
  const { public_key, private_key } = before ?? makeKeys()
  await inTurn(db, [], (writable) =>
    writable
      .insertInto('push_keys')
      .values({
        secret_key_name: secrets.key_name,
        public_key,
        private_key: secrets.seal(Buffer.from(private_key), context),
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('secret_key_name').doNothing())
      .execute(),
  )
  const made = await findKeys(db, secrets)
  if (!made) throw new Error('The keys for pushes have disappeared.')
  return made
}

async function findKeys(db: Db, box: Omit<SecretBox, 'previous'>): Promise<PushKeys | null> {
  const row = await db
    .selectFrom('push_keys')
    .select(['public_key', 'private_key'])
    .where('secret_key_name', '=', box.key_name)
    .executeTakeFirst()
  return row ? { public_key: row.public_key, private_key: box.open(row.private_key, context).toString() } : null
}

function makeKeys(): PushKeys {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  return { public_key, private_key: formatPrivateKey(pair.getPrivateKey()) }
}
