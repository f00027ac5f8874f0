/** What a public page says of itself to crawlers and in link previews, beside its title. */
export type PageHead = {
  /** The one address of this content: a path and the query that it needs. */
  canonical: string
  /** The title of its preview, without the organization's name. */
  title: string
  description: string
  /** Left out: the icon. */
  image?: { path: string; type: string; width: number; height: number; alt: string }
  /** What it shows, for search engines (schema.org), without '@context'. */
  thing?: Record<string, unknown>
}
