import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { organization } from '#/contract/organization.ts'
import type { Config } from '#/server/config.ts'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from './contract.ts'
import { CHALLENGE_MS, type StoredPasskey } from './queries.ts'

type Site = Pick<Config, 'site'>

/** Whether a challenge can be used. Uses it up. */
type TakeChallenge = (challenge: string) => Promise<boolean>

/** COSE: Ed25519, ECDSA with P-256, and RSA for Windows Hello. */
const ALGORITHMS = [-8, -7, -257]

const hostOf = ({ site }: Site) => new URL(site).hostname

function descriptorsOf(passkeys: readonly StoredPasskey[]) {
  return passkeys.map(({ credential, transports }) => ({
    id: credential.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
}

/** Options for a new passkey, which must not be in one of the authenticators that hold `passkeys`. */
export async function creationOptions(
  site: Site,
  {
    email,
    name,
    user_handle,
    passkeys,
  }: { email: string; name: string; user_handle: Buffer; passkeys: StoredPasskey[] },
): Promise<CreationOptions> {
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: organization().name,
    rpID: hostOf(site),
    userName: email,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    rp: { name: organization().name, id: hostOf(site) },
    user: { id: user_handle.toString('base64url'), name: email, displayName: name },
    challenge,
    pubKeyCredParams,
    timeout: CHALLENGE_MS,
    excludeCredentials: descriptorsOf(passkeys),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** Options for the use of one of these passkeys, or of any that the authenticator holds for this site. */
export async function requestOptions(site: Site, passkeys: StoredPasskey[] = []): Promise<RequestOptions> {
  const { challenge } = await generateAuthenticationOptions({ rpID: hostOf(site) })
  return {
    challenge,
    timeout: CHALLENGE_MS,
    rpId: hostOf(site),
    allowCredentials: descriptorsOf(passkeys),
    userVerification: 'required',
  }
}

/** A name for an account that says nothing about it. */
export function newUserHandle(): Buffer {
  return randomBytes(32)
}

/** Verifies a new passkey. Throws if anything is wrong. */
export async function verifyCreation(
  { site }: Site,
  { response, ...credential }: Attestation,
  takeChallenge: TakeChallenge,
): Promise<Pick<StoredPasskey, 'credential' | 'public_key' | 'counter' | 'transports'>> {
  const { transports = [], ...rest } = response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: rest, clientExtensionResults: {} },
    expectedChallenge: takeChallenge,
    expectedOrigin: site,
    expectedRPID: hostOf({ site }),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('The attestation is not valid.')
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential: Buffer.from(id, 'base64url'), public_key: Buffer.from(publicKey), counter, transports }
}

/** Verifies a signature by a passkey, with the person verified by the authenticator. Returns the new counter. Throws if anything is wrong. */
export async function verifyUse(
  { site }: Site,
  { response, ...credential }: Assertion,
  passkey: StoredPasskey,
  takeChallenge: TakeChallenge,
): Promise<number> {
  const { userHandle, ...rest } = response
  if (userHandle !== undefined && userHandle !== passkey.user_handle.toString('base64url'))
    throw new Error('The user handle is another one.')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response: rest, clientExtensionResults: {} },
    expectedChallenge: takeChallenge,
    expectedOrigin: site,
    expectedRPID: hostOf({ site }),
    credential: {
      id: passkey.credential.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  })
  if (!verified) throw new Error('The signature is not valid.')
  return authenticationInfo.newCounter
}
