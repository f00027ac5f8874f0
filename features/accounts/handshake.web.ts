import { paths } from '#/contract/paths.ts'

/** Secrets of one social sign-in, generated in this browser and dropped when the tab closes. */
export type Handshake = {
  state: string
  nonce: string
  code_verifier: string
  redirect_uri: string
  /** The app's screen to return to. */
  back: string
}

const key = 'deuce.handshake'

/** Begins a social sign-in and returns the provider's address. Needs https or localhost for the hash. */
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
  // Keeps a query string that the address already has.
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

/** The handshake that this tab began. Null on a second call and in any other tab. */
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
