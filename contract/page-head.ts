/** Metadata of a public page for crawlers and link previews, besides its title. */
export type PageHead = {
  /** The canonical address of this content: a path and the query that it needs. */
  canonical: string
  /** The title of its preview, without the organization's name. */
  title: string
  description: string
  /** Defaults to the icon. */
  image?: { path: string; type: string; width: number; height: number; alt: string }
  /** Structured data for search engines (schema.org), without '@context'. */
  thing?: Record<string, unknown>
}
