import './prose.css'

/** User-written text as HTML that the server has sanitized. */
export function Prose({ html }: { html: string }) {
  return <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
