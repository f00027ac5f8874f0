import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { client, serveOnLoopback } from './provider.ts'

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The forger's next response from the token endpoint. */
export type Forgery = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signed with a key that the issuer does not publish. */
  foreignKey?: boolean
  /** No ID token, or a completely different response. */
  answer?: { status: number; body: unknown }
}

/**
 * A dishonest OpenID issuer with its own keys, whose token endpoint accepts every code and responds as `next` says. For
 * behavior that a real provider cannot be made to show.
 */
export async function startForger() {
  const [own, foreign] = [keyPair(), keyPair()]
  const forger = { next: {} as Forgery, issuer: '', close: async () => {} }
  const { origin, close } = await serveOnLoopback((issuer) => (request, response) => {
    const say = (body: unknown, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body))
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return say({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/jwks':
        return say({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] })
      case '/token': {
        const { answer, foreignKey, header, claims } = forger.next
        if (answer) return say(answer.body, answer.status)
        const id_token = signed(
          { alg: 'RS256', kid: 'one', ...header },
          { ...good(issuer), ...claims },
          foreignKey ? foreign.privateKey : own.privateKey,
        )
        return say({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token })
      }
      default:
        return say({}, 404)
    }
  })
  return Object.assign(forger, { issuer: origin, close })
}

/** Valid claims, except for the nonce. */
function good(issuer: string) {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    aud: client.client_id,
    sub: 'forged',
    iat: now,
    exp: now + 300,
    email: 'forged@example.com',
    email_verified: true,
  }
}

function signed(header: Record<string, unknown>, claims: Record<string, unknown>, key: KeyObject): string {
  const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${header['alg'] === 'none' ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
