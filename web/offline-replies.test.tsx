import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEVICE_DATABASE } from './device-data.ts'
import { onDevice, type WaitingChange } from './device-store.ts'
import { findStoredReply, forgetSession, storeReply } from './offline-replies.ts'
import { listWaiting } from './outbox.ts'
import { findPushOwner, keepPushOwner } from './push-owner.ts'
import { token } from './session.ts'

const address = '/api/users/matchups/7'
const reply = { opponent: { email: 'bea@example.com', phone: '+15745550123' } }
const texts = ['bea@example.com', '+15745550123', address, 'a-session']

beforeEach(() => token.set('a-session'))
afterEach(async () => {
  token.set(null)
  await onDevice(async (device) => {
    await device.clear('answers')
    await device.clear('waiting')
  })
})

/** Everything in the device's database, as a thief with the disk reads it. */
async function readRaw(): Promise<string> {
  const opening = indexedDB.open(DEVICE_DATABASE)
  const device = await new Promise<IDBDatabase>((opened) => (opening.onsuccess = () => opened(opening.result)))
  const reads = [...device.objectStoreNames].map((name) => device.transaction(name).objectStore(name).getAll())
  const all = await Promise.all(
    reads.map((reading) => new Promise<unknown[]>((read) => (reading.onsuccess = () => read(reading.result)))),
  )
  device.close()
  return JSON.stringify(all, (_name, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
  )
}

/** Changes the only stored reply. */
async function changeStored(change: (stored: Record<string, unknown>) => object): Promise<void> {
  await onDevice(async (device) => {
    const [stored] = await device.getAll('answers')
    if (!stored) throw new Error('No reply is stored.')
    await device.put('answers', { ...stored, ...change(stored) })
  })
}

test('a stored reply is read back by its session, and has no address, email or phone number in clear', async () => {
  await storeReply(address, reply, 'a-session')
  expect(await findStoredReply(address, 'a-session')).toMatchObject({ reply })
  const raw = await readRaw()
  expect(raw).toContain('sealed')
  for (const text of texts) expect(raw).not.toContain(text)
})

test('another session cannot open a stored reply, even under its own name', async () => {
  await storeReply(address, reply, 'a-session')
  const [first] = await onDevice((device) => device.getAll('answers'))
  token.set('another')
  expect(await findStoredReply(address, 'another')).toBeNull()
  await storeReply(address, {}, 'another')
  expect(await findStoredReply(address, 'another')).toMatchObject({ reply: {} })
  await changeStored(() => ({ sealed: first?.sealed }))
  expect(await findStoredReply(address, 'another')).toBeNull()
})

test('a damaged reply counts as missing', async () => {
  await storeReply(address, reply, 'a-session')
  await changeStored(({ sealed }) => {
    const bytes = new Uint8Array(sealed as ArrayBuffer)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    return { sealed: bytes.buffer }
  })
  expect(await findStoredReply(address, 'a-session')).toBeNull()
})

test('clear text of an earlier release is deleted when something is stored', async () => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a-session'))
  const owner = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  await onDevice((device) => device.put('answers', { address, owner, reply, at: Date.now() } as never))
  await storeReply('/api/users', {}, 'a-session')
  expect(await onDevice((device) => device.count('answers'))).toBe(1)
  expect(await readRaw()).not.toContain('bea@example.com')
})

test('an ended session leaves unsent scores, without its token', async () => {
  await storeReply(address, reply, 'a-session')
  const change: WaitingChange = {
    key: 'a-key',
    player_id: 7,
    token: 'a-session',
    method: 'POST',
    address: '/api/users/scores',
    body: '{}',
    about: { match_id: 7, title: 'Ann against Bea', line: '6-4 6-3', by: 'Ann' },
    at: 1,
    refused: null,
    needs_sign_in: false,
  }
  await onDevice((device) => device.put('waiting', change))
  const owner = { player_id: 7, public_key: '', endpoint: '', shows_text: true, checked_at: 1 }
  await keepPushOwner({ ...owner, token: 'a-session' })
  token.set(null)
  await forgetSession()
  expect(await listWaiting()).toEqual([{ ...change, token: '', needs_sign_in: true }])
  expect(await findPushOwner()).toEqual({ ...owner, token: '' })
  for (const text of texts) expect(await readRaw()).not.toContain(text)
})
