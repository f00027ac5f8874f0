import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { firstArea, type AreaSlug } from '#/contract/areas.ts'
import { batched } from './batch.ts'
import { compressFor, variesByCoding, type Compressed } from './compress.ts'
import { perDatabase, type Db } from './db.ts'
import { EVERY_AREA, type FoundSession } from './session.ts'
import { hasContent, tagOf } from './tags.ts'

/** Milliseconds: a day begins on a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000

/** Until when an answer holds that changes with the day of an area. */
export function untilNextQuarter(now: Date): Date {
  return new Date((Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS)
}

/** Characters of answers that a process keeps for one call; the key of each counts too, and not what it is compressed to, some fifth. */
const MOST_CHARACTERS = 16_000_000

/** How the answer of a call follows from the leagues of an area (docs/decisions/060). */
export type Keeping<Query> = {
  /** The area that the query asks for; null: the caller's own, else the first one. EVERY_AREA: the answer follows from all. */
  area: (query: Query) => AreaSlug | null
  /** Whether each player gets an answer of their own. */
  perPlayer: boolean
}

/** Who asks for an answer of which area, and the version of the area that was read with their session. */
export type Asking = Pick<FoundSession, 'id' | 'asked_area' | 'area_version'>

/** Of a caller without a session: the version of the area, read when they ask; requests that come together share the statement. */
export async function findAsking(db: Db, area: AreaSlug | null): Promise<Asking> {
  const asked_area = area ?? firstArea()
  const versions = versionsOf(db)
  versions.read ??= batched(async (areas: readonly AreaSlug[]) => {
    const wanted = db.selectFrom('area_versions').select(['area', 'version']).orderBy('area')
    const rows = await (areas.includes(EVERY_AREA) ? wanted : wanted.where('area', 'in', [...new Set(areas)])).execute()
    const known = new Map(rows.map(({ area: slug, version }) => [slug, String(version)]))
    known.set(EVERY_AREA, rows.map(({ area: slug, version }) => `${slug}${version}`).join(' '))
    return areas.map((slug) => known.get(slug) ?? '0')
  })
  return { id: 0, asked_area, area_version: await versions.read(asked_area) }
}

const knownVersions = perDatabase((): { read?: (area: AreaSlug) => Promise<string> } => ({}))

function versionsOf(db: Db): { read?: (area: AreaSlug) => Promise<string> } {
  return knownVersions(db) ?? {}
}

/** An answer with the tag of its content, and what it has been compressed to. */
type Tagged = { text: string; tag: string; compressed: Compressed }

/** An answer that holds in one version of its area, from an instant on until another one; times in milliseconds. */
type KeptAnswer = Tagged & { version: string; from: number; until: number }

/** The answers of one call in this process, each as long as nothing that it follows from has changed. */
export class KeptAnswers {
  readonly #perPlayer: boolean
  readonly #making = new Map<string, Promise<unknown>>()
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  })

  constructor({ perPlayer }: { perPlayer: boolean }) {
    this.#perPlayer = perPlayer
  }

  /** The answer if it is kept and still holds at `now`; else null. */
  find(request: FastifyRequest, session: Asking, now: Date): Tagged | null {
    const kept = this.#answers.get(this.#keyOf(request, session))
    const holds = kept?.version === session.area_version && kept.from <= now.getTime() && now.getTime() < kept.until
    return holds ? kept : null
  }

  /**
   * Keeps an answer. The session was read before what the answer follows from, so the answer is as new as the session's
   * version of the area, or newer. `until`: when it changes although nothing is stored; null: never.
   */
  keep(
    request: FastifyRequest,
    { text, session, now, until }: { text: string; session: Asking; now: Date; until: Date | null },
  ): Tagged {
    const kept: KeptAnswer = {
      ...tagged(text),
      version: session.area_version,
      from: now.getTime(),
      until: until?.getTime() ?? Infinity,
    }
    this.#answers.set(this.#keyOf(request, session), kept)
    return kept
  }

  /**
   * Makes an answer that everybody gets once for all who ask for it in the same version meanwhile: many pages hear of a
   * change at once. It was begun after its version was read, so it is as new as any of them may expect.
   */
  async share<T>(request: FastifyRequest, session: Asking, make: () => Promise<T>): Promise<T> {
    if (this.#perPlayer) return make()
    const key = `${session.area_version} ${this.#keyOf(request, session)}`
    const known = this.#making.get(key) as Promise<T> | undefined
    if (known) return known
    const making = make().finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  #keyOf(request: FastifyRequest, session: Asking): string {
    return `${this.#perPlayer ? session.id : ''} ${session.asked_area} ${request.url}`
  }
}

export function tagged(text: string): Tagged {
  return { text, tag: tagOf(text), compressed: {} }
}

/** What a handler answers with a tagged answer: nothing, with 304, to a caller who has the same one. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, tag, compressed }: Tagged,
): string | Promise<Buffer> | null {
  void reply.header('etag', tag)
  if (hasContent(request, tag)) {
    variesByCoding(reply, text)
    void reply.code(304)
    return null
  }
  void reply.type('application/json; charset=utf-8')
  return compressFor(request, reply, text, compressed)
}
