import type { Area } from '#/contract/areas.ts'
import type { Organization } from '#/contract/organization.ts'
import type { SeasonKind } from '#/contract/known-seasons.ts'
import type { PostedForm } from '#/contract/posted-form.ts'
import type { ServedRead } from '#/contract/served-read.ts'

/** A page that the server is to make. */
export type PageRequest = {
  /** The origin. */
  site: string
  areas: readonly Area[]
  seasons: readonly SeasonKind[]
  organization: Organization
  /** The product's clock, an ISO text. */
  now: string
  /** Aborts when the page has taken too long. */
  signal: AbortSignal
  /** The path and the query, as they were asked for. */
  url: string
  /** Answers the calls that the screens make. */
  send: (address: string, request: RequestInit) => Promise<Response>
  /** The form that the page answers. */
  posted: PostedForm | null
  /** `send` calls as a player: the page is a player's own. */
  isSignedIn: boolean
  /** The time zone of the reader of the page that is being made just now; undefined where nothing depends on it. */
  findZone: () => string | undefined
}

/** A page as HTML. */
export type RenderedPage = {
  status: 200 | 404
  /** For the document's head: the title, and what React loads early. */
  head: string
  /** For #root. */
  body: string
  /** What its screens have read, for the browser. */
  reads: readonly ServedRead[]
  /** The names of the components of its screens, which are those of their files; not of the routes around a player's. */
  screens: readonly string[]
}
