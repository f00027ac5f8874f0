import { LRUCache } from 'lru-cache'
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

// HTML in the text is allowed here, because the sanitizer runs afterwards.
const markdown = new MarkdownIt({ html: true, linkify: true })
// Every address becomes a link here: the sanitizer decides which ones stay.
markdown.validateLink = () => true

/** A text's headings are below the page's own. */
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const shifted = Object.fromEntries(headings.map((name, index) => [name, headings[Math.min(index + 1, 3)] ?? name]))

const tags = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'blockquote',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  's',
  'code',
  'pre',
  'a',
]
const tableTags = ['table', 'thead', 'tbody', 'tr', 'th', 'td']

const allowed: sanitize.IOptions = {
  allowedTags: [...tags, ...tableTags],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], th: ['scope'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 40,
  transformTags: {
    ...shifted,
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, ...(/^https?:/i.test(href) && { rel: 'noopener nofollow' }) },
    }),
    th: () => ({ tagName: 'th', attribs: { scope: 'col' } }),
  },
}

const made = new LRUCache<string, string>({ max: 50 })

/** Renders Markdown as safe HTML: no scripts, styles, pictures, forms, or addresses that run code. */
export function renderMarkdown(text: string): string {
  const known = made.get(text)
  if (known !== undefined) return known
  const html = sanitize(markdown.render(text), allowed).trim()
  made.set(text, html)
  return html
}
