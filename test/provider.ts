import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

// The package has no types. These are the parts used here.
type ProviderClass = new (issuer: string, configuration: object) => { callback(): RequestListener }
const require = createRequire(import.meta.url)
const { default: Provider }: { default: ProviderClass } = require('oidc-provider')

/** A provider's claims about a person. `sub` is the name they sign in with there. */
export type Claims = {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  name?: string
}

/** A client of the provider: the values of GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. */
export const client = { client_id: 'deuce', client_secret: 'a secret between the two' } as const

/** Starts an HTTP server on a free loopback port. The handler gets its address. */
export async function serveOnLoopback(
  handlerAt: (origin: string) => RequestListener,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', handlerAt(origin))
  return { origin, close: () => close(server) }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => void server.close(() => done()))
}

/**
 * A certified OpenID provider (oidc-provider) on loopback, with its own pages for signing in and for consent. Everybody
 * in `people` can sign in there, with any password. `inToken: false` puts the email only in the userinfo reply.
 */
export async function startProvider(
  redirect_uris: readonly string[],
  people: readonly Claims[],
  { inToken = true } = {},
) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = (issuer: string) =>
    new Provider(issuer, {
      clients: [{ ...client, redirect_uris }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
      conformIdTokenClaims: !inToken,
      pkce: { required: () => true },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] },
      cookies: { keys: [randomBytes(32).toString('hex')] },
      findAccount: (_ctx: unknown, accountId: string) => {
        const claims = people.find(({ sub }) => sub === accountId)
        return claims && { accountId, claims: () => claims }
      },
    })
  return serveOnLoopback((issuer) => provider(issuer).callback())
}
