import * as openid from 'openid-client'
import { email } from '#/contract/fields.ts'
import type { RefusalCode } from '#/contract/refusals.ts'
import type { Config } from '#/server/config.ts'

/** Seconds that a provider may take for one answer. */
const timeoutSeconds = 5
/** Milliseconds before the discovery of a provider that could not be reached is tried again. */
const pause = 10_000

/** Who somebody is, as a provider vouches for it. The email is verified; the names may be empty. */
export type SocialPerson = { issuer: string; subject: string; email: string; first_name: string; last_name: string }

/** What the browser brings back from the provider, and the secrets that it made before. */
type SocialAnswer = { code: string; code_verifier: string; redirect_uri: string; nonce: string }

/** Why nobody came in; the cause is for the log alone. */
export class SocialProblem extends Error {
  readonly code: Extract<RefusalCode, `social_${string}`>
  constructor(code: SocialProblem['code'], options: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** An OpenID Connect provider that we are a client of. */
export type Social = {
  client_id: string
  /** What people call the provider. */
  name: string
  /** Where the browser is sent to sign in; null while the provider cannot be reached. */
  authorizationEndpoint(): Promise<string | null>
  /** Redeems an authorization code and checks the ID token. Throws SocialProblem. */
  redeem(answer: SocialAnswer): Promise<SocialPerson>
}

/** The provider of OIDC_ISSUER by discovery; null without a client id. */
export function openSocial({
  GOOGLE_CLIENT_ID: client_id,
  GOOGLE_CLIENT_SECRET: secret,
  OIDC_ISSUER,
}: Config): Social | null {
  if (client_id === undefined || secret === undefined) return null
  const issuer = new URL(OIDC_ISSUER)
  let discovered: Promise<openid.Configuration> | null = null

  function discover(): Promise<openid.Configuration> {
    discovered ??= openid
      .discovery(issuer, client_id ?? '', {}, authenticateBy(secret ?? ''), {
        timeout: timeoutSeconds,
        [openid.customFetch]: fetchOrUnavailable,
        // Without it the signature of an ID token that came over TLS is not looked at.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        setTimeout(() => (discovered = null), pause).unref()
        throw new SocialProblem('social_unavailable', { cause: error })
      })
    return discovered
  }

  return {
    client_id,
    name: issuer.hostname === 'accounts.google.com' ? 'Google' : issuer.hostname,

    authorizationEndpoint: () =>
      discover().then(
        (provider) => provider.serverMetadata().authorization_endpoint ?? null,
        () => null,
      ),

    async redeem({ code, code_verifier, redirect_uri, nonce }) {
      const provider = await discover()
      const back = new URL(redirect_uri)
      // There is one issuer, so nobody that it could be mixed up with (RFC 9207). The state was checked by the browser.
      back.search = new URLSearchParams({ code, iss: provider.serverMetadata().issuer }).toString()
      try {
        const tokens = await openid.authorizationCodeGrant(provider, back, {
          pkceCodeVerifier: code_verifier,
          expectedNonce: nonce,
          expectedState: openid.skipStateCheck,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('no ID token')
        return personOf(await withEmail(provider, tokens.access_token, claims))
      } catch (error) {
        if (error instanceof SocialProblem) throw error
        throw new SocialProblem(
          causesOf(error).some((cause) => cause instanceof Away) ? 'social_unavailable' : 'social_failed',
          { cause: error },
        )
      }
    },
  }
}

/** By HTTP Basic, the standard's default, or in the body where the provider takes nothing else. */
function authenticateBy(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (provider, ...rest) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(provider, ...rest)
  }
}

type Claims = { [claim: string]: unknown; iss: string; sub: string }

/** Some providers have the email in their userinfo reply only (OpenID Connect Core, 5.4). */
async function withEmail(provider: openid.Configuration, access_token: string, claims: Claims): Promise<Claims> {
  if (claims['email'] !== undefined || provider.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...(await openid.fetchUserInfo(provider, access_token, claims.sub)), ...claims }
}

function personOf(claims: Claims): SocialPerson {
  const address = email.safeParse(claims['email'])
  if (!address.success || claims['email_verified'] !== true)
    throw new SocialProblem('social_email_unverified', {
      cause: new Error(`email_verified is ${String(claims['email_verified'])}`),
    })
  const text = (claim: string) => (typeof claims[claim] === 'string' ? claims[claim] : '')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: address.data,
    first_name: text('given_name') || text('name'),
    last_name: text('family_name'),
  }
}

/** The provider gave no answer, or said that it is broken. */
class Away extends Error {}

async function fetchOrUnavailable(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit).catch((cause: unknown) => {
    throw new Away(url, { cause })
  })
  if (response.status >= 500) throw new Away(`${url} answered ${response.status}`)
  return response
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
