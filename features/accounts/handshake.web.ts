import { paths } from '#/contract/paths.ts'

/** What this browser made up for one social sign-in, and nobody else knows; gone with the tab. */
export type Handshake = {
  state: string
  nonce: string
  code_verifier: string
  redirect_uri: string
  /** The screen of ours to go to afterwards. */
  back: string
}

const key = 'deuce.handshake'

/** Begins a social sign-in; answers the provider's address to go to. Needs https or localhost, as the hash does. */
export async function beginHandshake(
  provider: { client_id: string; authorization_endpoint: string },
  back: string,
): Promise<string> {
  const handshake: Handshake = {
    state: secret(),
    nonce: secret(),
    code_verifier: secret(),
    redirect_uri: location.origin + paths.socialCallback,
    back,
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(handshake.code_verifier))
  sessionStorage.setItem(key, JSON.stringify(handshake))
  const address = new URL(provider.authorization_endpoint)
  const asked = {
    client_id: provider.client_id,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: handshake.redirect_uri,
    state: handshake.state,
    nonce: handshake.nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  // An address that carries a query of its own keeps it.
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

/** The handshake that this tab began, once: null afterwards, and in any other tab. */
export function takeHandshake(): Handshake | null {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept === null ? null : (JSON.parse(kept) as Handshake)
}

function secret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
