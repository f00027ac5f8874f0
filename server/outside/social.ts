import * as openid from 'openid-client'
import { email } from '#/contract/fields.ts'
import type { RefusalCode } from '#/contract/refusals.ts'
import type { Config } from '#/server/config.ts'

/** Timeout of a provider's response, in seconds. */
const timeoutSeconds = 5
/** Time until the discovery of an unreachable provider is retried. */
const pause = 10_000

/** A person's identity by a provider. The email is verified, the names may be empty. */
export type SocialPerson = { issuer: string; subject: string; email: string; first_name: string; last_name: string }

/** The browser's input after sign-in: the provider's reply, and the secrets that the browser made before. */
type SocialAnswer = { code: string; code_verifier: string; redirect_uri: string; nonce: string }

/** The reason why a sign-in failed. The cause is only for the log. */
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
  /** The provider's name for people. */
  name: string
  /** The address at which the browser signs in. Null while the provider cannot be reached. */
  authorizationEndpoint(): Promise<string | null>
  /** Redeems an authorization code and checks the ID token. Throws SocialProblem. */
  redeem(answer: SocialAnswer): Promise<SocialPerson>
}

/** The provider of OIDC_ISSUER by discovery. Null without a client id. */
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
        // Without this option, the signature of an ID token that came over TLS is not checked.
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
      // With one issuer there can be no mix-up (RFC 9207). The browser has checked the state.
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

/** Authenticates by HTTP Basic, the standard's default, or in the body if the provider accepts nothing else. */
function authenticateBy(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (provider, ...rest) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(provider, ...rest)
  }
}

type Claims = { [claim: string]: unknown; iss: string; sub: string }

/** Some providers only have the email in their userinfo reply (OpenID Connect Core, 5.4). */
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

/** Thrown if the provider did not respond, or reported an error on its side. */
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
