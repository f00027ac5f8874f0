import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'
import { user } from '#/features/accounts/contract.ts'

/** Bytes in base64url. */
function bytes(most: number) {
  return z.string().check(z.maxLength(most), z.regex(/^[\w-]+$/, 'Please send base64url.'))
}

const publicKey = z.literal('public-key')
const transports = z
  .array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'Please send a transport.')))
  .check(z.maxLength(10))
const credential = { id: bytes(1400), rawId: bytes(1400), type: publicKey }

/** An authenticator's answer to a challenge, as browsers write it (PublicKeyCredential.toJSON). */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: z.optional(bytes(100)),
  }),
})
export type Assertion = z.output<typeof assertion>

/** A new credential. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: z.optional(transports),
  }),
})
export type Attestation = z.output<typeof attestation>

const known = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(known),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.output<typeof requestOptions>

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.output<typeof creationOptions>

const owner = z.object({ password: z.optional(z.string().check(z.maxLength(1024))) })

const passkey = z.object({
  id: z.uuid(),
  /** The browser and system in which it was made. */
  device: z.nullable(z.string()),
  created_at: instant,
  last_used_at: z.nullable(instant),
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  access: 'player',
  private: true,
  tag: 'Passkeys',
  summary: 'My passkeys, oldest first.',
  reply: z.object({ items: z.array(passkey) }),
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/options',
  access: 'player',
  tag: 'Passkeys',
  summary:
    'Begin to add a passkey, with the password, or within ten minutes of using a passkey. Returns the options for navigator.credentials.create; the challenge works once, for five minutes, in this session.',
  body: owner,
  reply: creationOptions,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  access: 'player',
  tag: 'Passkeys',
  summary: 'Add the passkey that the browser has made. It signs in, and replaces the code of an organizer’s phone.',
  body: attestation,
  reply: message,
  status: 201,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/{id}/remove',
  access: 'player',
  tag: 'Passkeys',
  summary: 'Remove a passkey, with the password, or within ten minutes of using a passkey.',
  params: z.object({ id: z.uuid() }),
  body: owner,
  reply: message,
})

export const startPasskeyCheck = endpoint({
  method: 'POST',
  path: '/users/passkeys/check/options',
  access: 'player',
  tag: 'Passkeys',
  summary: 'Begin to use one of my passkeys in this session. Returns the options for navigator.credentials.get.',
  reply: requestOptions,
})

export const checkPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/check',
  access: 'player',
  tag: 'Passkeys',
  summary: 'Use a passkey in this session: it re-authenticates, and opens the desk.',
  body: assertion,
  reply: message,
})

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/users/signin/passkey/options',
  access: 'public',
  tag: 'Passkeys',
  summary: 'Begin to sign in with a passkey. Returns the options for navigator.credentials.get.',
  reply: requestOptions,
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/users/signin/passkey',
  access: 'public',
  tag: 'Passkeys',
  summary: 'Sign in with a passkey. The desk then asks for no second factor.',
  body: assertion,
  reply: z.object({ token: z.string(), user }),
})
