import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { firstArea, type AreaSlug } from '#/contract/areas.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import { batched } from './batch.ts'
import { compressFor, variesByCoding, type Compressed } from './compress.ts'
import { perDatabase, type Db } from './db.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { EVERY_AREA, type FoundSession } from './session.ts'

/** In milliseconds. A day begins on a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000

/** When a response that depends on an area's current day stops being valid. */
export function untilNextQuarter(now: Date): Date {
  return new Date((Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS)
}

/** Characters that a process caches for one call, keys included. Compressed copies, about a fifth of that, are not counted. */
const MOST_CHARACTERS = 16_000_000

/** How the response of a call depends on the leagues of an area (docs/decisions/060). */
export type CachePolicy<Query> = {
  /** The area that the query asks for. Null for the caller's own area, or else the first. EVERY_AREA if it depends on all. */
  area: (query: Query) => AreaSlug | null
  /** Whether each player gets a different response. */
  perPlayer: boolean
}

/** The area that a caller asks about, and its version, read together with the session. */
export type AreaVersion = Pick<FoundSession, 'id' | 'email_proved' | 'asked_area' | 'area_version'>

/** A response with the ETag of its text, and its compressed copies. */
type EtaggedText = { text: string; etag: string; compressed: Compressed }

/** A response that is valid for one version of its area. `from` and `until`: between which times, in milliseconds. */
type CachedResponse = EtaggedText & { version: string; from: number; until: number }

/** A handler's new response. It is valid until its area changes, and at most until `expires_at`. */
type Made = { answer: unknown; expires_at: Date | null }

/** The responses of one call in this process. Each is used until something changes that it depends on. */
export class ResponseCache<Query = unknown> {
  readonly #policy: CachePolicy<Query>
  readonly #query: Endpoint['query']
  readonly #inFlight = new Map<string, Promise<unknown>>()
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  })

  constructor(policy: CachePolicy<Query>, query?: Endpoint['query']) {
    this.#policy = policy
    this.#query = query
  }

  /** The area that a request asks for. Null for an invalid query, which the call refuses later. */
  areaOf(request: FastifyRequest): AreaSlug | null {
    const read = this.#query?.safeParse(request.query)
    return read && !read.success ? null : this.#policy.area(read?.data as Query)
  }

  /** Sends a cached response that is still valid. Otherwise calls `make`, and caches and sends the result. */
  async respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { db, session, now, mayLag, make }: CachedCall,
  ): Promise<string | Buffer | null> {
    const version = session ?? (await findAreaVersion(db, this.areaOf(request)))
    const cached = this.#find(request, version, now)
    if (cached) return sendWithEtag(request, reply, cached)
    // A response from a replica may lack what another caller has just changed, so each caller gets a separate one.
    const { answer, expires_at } = await (mayLag ? make() : this.share(request, version, make))
    const text = reply.serialize(answer) as string
    return sendWithEtag(request, reply, this.#store(request, { text, version, now, expires_at }))
  }

  #find(request: FastifyRequest, version: AreaVersion, now: Date): EtaggedText | null {
    const cached = this.#responses.get(this.#keyOf(request, version))
    const isValid =
      cached?.version === version.area_version && cached.from <= now.getTime() && now.getTime() < cached.until
    return isValid ? cached : null
  }

  /**
   * The version was read before the data that the response depends on, so the response is as new as its version, or
   * newer.
   */
  #store(
    request: FastifyRequest,
    { text, version, now, expires_at }: { text: string; version: AreaVersion; now: Date; expires_at: Date | null },
  ): EtaggedText {
    const response = withEtag(text)
    const [from, until] = [now.getTime(), expires_at?.getTime() ?? Infinity]
    if (until > from)
      this.#responses.set(this.#keyOf(request, version), { ...response, version: version.area_version, from, until })
    return response
  }

  /**
   * Makes a response once for all requests of the same version that arrive meanwhile, because a change notifies many
   * pages at once. It is begun after the version was read, so it is as new as each request may expect.
   */
  async share<T>(request: FastifyRequest, version: AreaVersion, make: () => Promise<T>): Promise<T> {
    if (this.#policy.perPlayer) return make()
    const key = `${version.area_version} ${this.#keyOf(request, version)}`
    const known = this.#inFlight.get(key) as Promise<T> | undefined
    if (known) return known
    const made = make().finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, made)
    return made
  }

  #keyOf(request: FastifyRequest, { id, asked_area, email_proved }: AreaVersion): string {
    return `${this.#policy.perPlayer ? id : ''} ${email_proved} ${asked_area} ${request.url}`
  }
}

type CachedCall = {
  db: Db
  /** Null for a caller without a session. */
  session: AreaVersion | null
  now: Date
  /** Whether the answer may come from a replica. */
  mayLag: boolean
  make: () => Promise<Made>
}

/** The version of an area for a caller without a session. Requests that arrive together share the statement. */
async function findAreaVersion(db: Db, area: AreaSlug | null): Promise<AreaVersion> {
  const asked_area = area ?? firstArea()
  const versions = versionReaderOf(db) ?? {}
  versions.read ??= batched(async (areas: readonly AreaSlug[]) => {
    const wanted = db.selectFrom('area_versions').select(['area', 'version']).orderBy('area')
    const rows = await (areas.includes(EVERY_AREA) ? wanted : wanted.where('area', 'in', [...new Set(areas)])).execute()
    const known = new Map(rows.map(({ area: slug, version }) => [slug, String(version)]))
    known.set(EVERY_AREA, rows.map(({ area: slug, version }) => `${slug}${version}`).join(' '))
    return areas.map((slug) => known.get(slug) ?? '0')
  })
  return { id: 0, email_proved: false, asked_area, area_version: await versions.read(asked_area) }
}

const versionReaderOf = perDatabase((): { read?: (area: AreaSlug) => Promise<string> } => ({}))

export function withEtag(text: string): EtaggedText {
  return { text, etag: etagOf(text), compressed: {} }
}

/** Sends a response with its ETag: 304 if the client already has it. */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag, compressed }: EtaggedText,
): string | Promise<Buffer> | null {
  void reply.header('etag', etag)
  if (matchesEtag(request, etag)) {
    variesByCoding(reply, text)
    void reply.code(304)
    return null
  }
  void reply.type('application/json; charset=utf-8')
  return compressFor(request, reply, text, compressed)
}
