import type { Area } from '#/contract/areas.ts'
import type { Organization } from '#/contract/organization.ts'
import type { SeasonKind } from '#/contract/known-seasons.ts'
import type { PostedForm } from '#/contract/posted-form.ts'
import type { ServedRead } from '#/contract/served-read.ts'

/** What the server knows for every page. */
export type PageFacts = {
  /** The origin. */
  site: string
  areas: readonly Area[]
  seasons: readonly SeasonKind[]
  organization: Organization
  /** The product's clock, an ISO text. */
  now: string
  /** Aborts when the page has taken too long. */
  signal: AbortSignal
}

/** A page that the server is to make. */
export type PageRequest = PageFacts & {
  /** The path and the query, as they were asked for. */
  url: string
  /** Answers the calls that the screens make. */
  send: (address: string, request: RequestInit) => Promise<Response>
  /** The form that the page answers. */
  posted: PostedForm | null
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
  /** The name of the screen's component, which is that of its file. */
  screen: string
}
