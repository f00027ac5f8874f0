import type { Area } from '#/contract/areas.ts'
import type { Organization } from '#/contract/organization.ts'
import type { SeasonKind } from '#/contract/season-kinds.ts'
import type { PostedForm } from '#/contract/posted-form.ts'
import type { ServedRead } from '#/contract/served-read.ts'

/** A page for the server to render. */
export type PageRequest = {
  /** The origin. */
  site: string
  areas: readonly Area[]
  seasons: readonly SeasonKind[]
  organization: Organization
  /** The time of the product's clock, in ISO 8601. */
  now: string
  /** Aborts if the page takes too long. */
  signal: AbortSignal
  /** The path and the query of the request. */
  url: string
  /** Makes the calls of the screens. */
  send: (address: string, request: RequestInit) => Promise<Response>
  /** The submitted form. */
  posted: PostedForm | null
  /** Whether `send` calls as a player, for a page that only this player sees. */
  isSignedIn: boolean
  /** Finds the reader's time zone while a page is being rendered. Undefined for a page that does not depend on it. */
  findZone: () => string | undefined
}

/** A page as HTML. */
export type RenderedPage = {
  status: 200 | 404
  /** The elements for the document's head: the title, and the resources that React preloads. */
  head: string
  /** The HTML of #root. */
  body: string
  /** The reads of its screens, for the browser. */
  reads: readonly ServedRead[]
  /** The component names of its screens, which are also their file names. Without the routes around a player's screens. */
  screens: readonly string[]
}
