import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#/features/passkeys/contract.ts'

type Lies = {
  origin?: string
  rp_id?: string
  /** Whether the authenticator has verified the person. */
  verified?: boolean
  counter?: number
  challenge?: string
  user_handle?: string
}

/** An authenticator in software, with one key: ES256, attestation "none". It counts its signatures. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  readonly #origin: string
  #user_handle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  create({ challenge, rp, user }: CreationOptions, lies: Lies = {}): Attestation {
    this.#user_handle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey])
    const authData = this.#data(lies.rp_id ?? rp.id, lies, credential)
    const object = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, Cbor>()],
        ['authData', authData],
      ]),
    )
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get({ challenge, rpId }: RequestOptions, lies: Lies = {}): Assertion {
    this.#counter = lies.counter ?? this.#counter + 1
    const authenticatorData = this.#data(lies.rp_id ?? rpId, lies)
    const client = this.#client('webauthn.get', challenge, lies)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: lies.user_handle ?? this.#user_handle,
      },
    }
  }

  #named() {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key' } as const
  }

  #client(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.#origin, challenge: sent = challenge } = lies
    return Buffer.from(JSON.stringify({ type, challenge: sent, origin, crossOrigin: false }))
  }

  #data(rp_id: string, { verified = true }: Lies, credential = Buffer.alloc(0)): Buffer {
    const present = 0x01
    const flags = present | (verified ? 0x04 : 0) | (credential.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([createHash('sha256').update(rp_id).digest(), Buffer.from([flags]), counter, credential])
  }
}

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

/** The part of CBOR that an attestation needs (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, part]) => [cbor(key), cbor(part)])])
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}
