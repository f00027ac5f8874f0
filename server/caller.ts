import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import { hasApiKey, findKeyCaller } from './api-keys.ts'
import type { App } from './context.ts'
import { setDocumentCookie } from './document-cookie.ts'
import { refuse } from './refuse.ts'
import { isRecentlyAuthenticated, isSessionToken, type FoundSession, type SignedIn } from './session.ts'
import { siteFor } from './site.ts'

/** Finds the caller of each request to an endpoint, by session or by API key. */
export class Callers {
  readonly #app: App
  readonly #endpoint: Endpoint
  readonly #areaOf: (request: FastifyRequest) => AreaSlug | null
  readonly #sessions = new WeakMap<FastifyRequest, FoundSession>()

  /** `areaOf`: the area whose version is read in the same SQL statement as the session, for the response cache. */
  constructor(app: App, endpoint: Endpoint, areaOf: (request: FastifyRequest) => AreaSlug | null) {
    this.#app = app
    this.#endpoint = endpoint
    this.#areaOf = areaOf
  }

  /**
   * Refuses a caller who may not make this call, and one who has reached a limit. Runs before the body is read, so that a
   * stranger's large body is not parsed.
   */
  async authorize(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { clock, limits } = this.#app
    const isPublic = this.#endpoint.access === 'public'
    const now = clock.now()
    const by_key = hasApiKey(request.headers) ? await this.#findByKey(request, now) : null
    if (by_key) await limits.spend('api_key', by_key.api_key.id)
    // A public call has no caller, but a key that is sent with it must be valid.
    if (isPublic) return
    const session = by_key ?? (await this.#app.sessions.find(request.headers, now, this.#areaOf(request)))
    if (!session) {
      // The cookie is kept after a request without a token, which a link on another site can cause.
      if (isSessionToken(request.headers.authorization ?? ''))
        setDocumentCookie(reply, siteFor(this.#app.config, request), null)
      refuse(this.#endpoint.unauthenticated ?? 'not_signed_in')
    }
    request.player_id = session.id
    request.impersonated_by_id = session.impersonated_by_id
    checkPermission(this.#endpoint, session, now)
    await limits.spend('player', session.id)
    this.#sessions.set(request, session)
  }

  /** The caller of an authorized request. Null for a public call. */
  of(request: FastifyRequest): FoundSession | null {
    return this.#sessions.get(request) ?? null
  }

  #findByKey(request: FastifyRequest, now: Date) {
    return findKeyCaller(this.#app, this.#endpoint, { headers: request.headers, area: this.#areaOf(request), now })
  }
}

/** The session that a public call brings along. Null if there is none, or if it is an impersonation. */
export async function findOwnSession(app: App, request: FastifyRequest): Promise<SignedIn | null> {
  const session = await app.sessions.find(request.headers, app.clock.now())
  return session?.impersonated_by_id === null ? session : null
}

/** Refuses changes during impersonation, and organizers' calls to players and to organizers whose second factor is due. */
function checkPermission(endpoint: Endpoint, session: SignedIn, now: Date): void {
  if (session.impersonated_by_id !== null) {
    if (endpoint.private)
      refuse('read_only', { message: 'Only the player can see this. It is hidden while you view the site as them.' })
    if (endpoint.method !== 'GET' && !endpoint.reads) refuse('read_only')
  }
  if (endpoint.access === 'organizer' || endpoint.access === 'owner') {
    if (session.role === 'player' || session.impersonated_by_id !== null) refuse('not_allowed')
    if (session.second_factor_due) refuse('second_factor_due')
    if (session.second_factor_missing && !endpoint.enrolls) refuse('second_factor_missing')
    if (endpoint.access === 'owner' && session.role !== 'owner') refuse('not_allowed')
  }
  if (endpoint.reauthenticate && !isRecentlyAuthenticated(session, now)) refuse('sign_in_again')
}
