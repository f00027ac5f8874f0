import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { mailToken, user } from '#/features/accounts/contract.ts'

const secret = z.string().check(z.regex(/^[\w.~-]{43,128}$/, 'Please send 43 to 128 unreserved characters.'))

export const signInSocially = endpoint({
  method: 'POST',
  path: '/google/user-oauth',
  access: 'public',
  tag: 'Accounts',
  summary:
    'Sign in with an OpenID Connect provider: the server redeems the authorization code (PKCE, S256) and checks the ID token. 409 (link_needed) when the email has an account that this provider is not connected to: a link is mailed.',
  body: z.object({
    code: z.string().check(z.minLength(1, 'Please fill this in.'), z.maxLength(4096)),
    code_verifier: secret,
    /** The address to which the provider returned: /auth/callback of this installation. */
    redirect_uri: z.string().check(z.maxLength(2048)),
    nonce: secret,
  }),
  reply: z.object({ token: z.string(), user }),
})

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/users/identities/link',
  access: 'public',
  tag: 'Accounts',
  summary:
    'Connect a provider to an account by the token of the emailed link: once, within an hour. Every older session ends.',
  body: z.object({ token: mailToken }),
  reply: z.object({ token: z.string(), user }),
  example: { body: { token: 'Zk2VnJr0Yw5nq6x0dC4G2i1Tt8o7p9sUuEeAaBbCcDd' } },
})

/** The path to which a provider returns. */
export const callbackPath = '/auth/callback'
