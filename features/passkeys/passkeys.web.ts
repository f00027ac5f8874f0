import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import {
  addPasskey as add,
  checkPasskey,
  signInByPasskey,
  startPasskey,
  startPasskeyCheck,
  startPasskeySignIn,
} from '#/features/calls.gen.ts'
import { call } from '#/web/call.ts'
import { token } from '#/web/session.ts'

/** A sentence for a person whose browser or device did not use or make a passkey. */
export class PasskeyProblem extends Error {}

/** Signs in with a passkey that the person chooses. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await call(startPasskeySignIn, {})
  const body = await asking(() => startAuthentication({ optionsJSON }))
  token.set((await call(signInByPasskey, { body })).token)
}

/** Re-authenticates the session with one of its account's passkeys. */
export async function checkWithPasskey(): Promise<void> {
  const optionsJSON = await call(startPasskeyCheck, {})
  const body = await asking(() => startAuthentication({ optionsJSON }))
  await call(checkPasskey, { body })
}

/** Makes a passkey and adds it to the account. Returns a sentence. */
export async function addPasskey(owner: { password?: string | undefined }): Promise<string> {
  const optionsJSON = await call(startPasskey, { body: owner })
  const made = await asking(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  const { message } = await call(add, {
    body: { ...made, response: { clientDataJSON, attestationObject, transports } },
  })
  return message
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof WebAuthnError ? error.code : null
    throw new PasskeyProblem(
      code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
        ? 'This device already has a passkey for your account.'
        : 'No passkey was used. You can try again, or continue without it.',
      { cause: error },
    )
  }
}
