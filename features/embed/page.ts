import { createHash } from 'node:crypto'
import { organization, type Organization } from '#/contract/organization.ts'
import type { PageHead } from '#/contract/page-head.ts'
import { paletteOf } from '#/rules/colors.ts'
import { isolateNames, splitDirections } from '#/rules/direction.ts'
import { escapeHtml } from '#/server/outside/email-layout.ts'
import { headTags } from '#/server/page-head.ts'
import type { Sheet } from './sheet.ts'

// Plain HTML without the app's JavaScript, because a site that embeds a table should not have to load the app.
const rules = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;padding:12px;background:var(--page);color:var(--ink);font:15px/1.4 system-ui,sans-serif;overflow-wrap:break-word}
main{overflow-x:auto}
h1{margin:0;font-size:18px;line-height:1.25}
h2{margin:16px 0 0;font-size:15px}
p{margin:4px 0 0}
.soft{color:var(--soft)}
table{width:100%;border-collapse:collapse;margin-top:10px}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:6px 8px 6px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:650;color:var(--soft);font-size:13px}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td span{white-space:nowrap}
a{color:inherit;text-underline-offset:3px}
a.go{display:inline-block;margin-top:12px;padding:10px 16px;border-radius:4px;background:var(--main);color:var(--on-main);text-decoration:none;font-weight:650}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
footer{margin-top:12px;font-size:13px}
footer a{display:inline-block;min-height:24px}
`

// Sends the content height to the framing page (the desk's snippet sets it).
const script = `(()=>{if(parent===window)return;const tell=()=>parent.postMessage({league_page_height:Math.ceil(document.body.getBoundingClientRect().height)},'*');new ResizeObserver(tell).observe(document.body);tell()})()`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// The neutral colors of web/ui/theme.css, light and dark.
const neutral = { ink: ['#0c1d15', '#eff2e7'], soft: ['#47584f', '#a9baaf'], line: ['#d5d0c1', '#24392e'] } as const

/** The pages' style in the organization's colors. */
function styleOf({ main_color: main, accent_color: accent }: Organization): string {
  const { light, dark } = paletteOf({ main, accent })
  const pairs: [string, readonly [string, string]][] = [
    ...Object.entries(neutral),
    ['page', [light.page, dark.page]],
    ['main', [light.main, dark.main]],
    ['on-main', [light.on_main, dark.on_main]],
  ]
  return `:root{${pairs.map(([name, [day, night]]) => `--${name}:light-dark(${day},${night})`).join(';')}}${rules}`
}

/** Content security policy of these pages only: any website may frame them, and they load nothing. */
export function embedPolicy(): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(styleOf(organization()))}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ')
}

export type Theme = 'light' | 'dark'

type Terms = { theme: Theme | null; site: string }

/** The page that other websites frame. */
export function embedPage(sheet: Sheet, head: PageHead, { theme, site }: Terms): string {
  const tables = sheet.sections.map((section) => tableOf(section, sheet))
  const isEmpty = sheet.sections.every(({ rows }) => rows.length === 0)
  const { name } = organization()
  return documentOf({
    title: `${sheet.title} · ${name}`,
    theme,
    head: headTags(head, { site, name }),
    body: [
      `<h1>${htmlOf(sheet.title)}</h1><p class="soft">${htmlOf(sheet.subtitle)}</p>`,
      isEmpty ? `<p>${htmlOf(sheet.empty)}</p>` : tables.join(''),
      ...(sheet.notes ?? []).map((note) => `<p class="soft">${cellOf(note)}</p>`),
      sheet.link ? linkTo(sheet.link.url, sheet.link.label, 'go') : '',
      `<footer>${linkTo(`${site}/`, name)}</footer>`,
    ].join(''),
  })
}

/** The framed page for a league that does not exist or no longer exists. */
export function missingPage({ theme, site }: Terms): string {
  return documentOf({
    title: 'Not found',
    theme,
    head: '<meta name="robots" content="noindex">',
    body: `<h1>This page is not available.</h1><footer>${linkTo(`${site}/`, organization().name)}</footer>`,
  })
}

function tableOf({ heading, columns, rows }: Sheet['sections'][number], { title }: Sheet): string {
  const numbers = columns.map(({ is_number }) => (is_number ? ' class="n"' : ''))
  const header = columns.map(({ label }, index) => `<th scope="col"${numbers[index]}>${htmlOf(label)}</th>`)
  const body = rows.map(
    (row) => `<tr>${row.map((cell, index) => `<td${numbers[index]}>${cellOf(cell)}</td>`).join('')}</tr>`,
  )
  return [
    heading === null ? '' : `<h2>${htmlOf(heading)}</h2>`,
    `<table><caption>${htmlOf(heading ?? title)}</caption><thead><tr>${header.join('')}</tr></thead>`,
    `<tbody>${body.join('')}</tbody></table>`,
  ].join('')
}

/** Escaped text in which each name keeps its direction to itself. */
function htmlOf(text: string): string {
  return splitDirections(text)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : `<bdi>${escapeHtml(part)}</bdi>`))
    .join('')
}

/** Escaped text in which a set is not broken across lines. */
function cellOf(text: string): string {
  return htmlOf(text).replaceAll(/\d+-\d+/g, '<span>$&</span>')
}

/** A link that opens outside the frame. */
function linkTo(url: string, label: string, look?: string): string {
  return `<a href="${escapeHtml(url)}" target="_blank" rel="noopener"${look ? ` class="${look}"` : ''}>${htmlOf(label)}</a>`
}

function documentOf(page: { title: string; theme: Theme | null; head: string; body: string }): string {
  return [
    `<!doctype html><html lang="en"${page.theme ? ` data-theme="${page.theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(isolateNames(page.title))}</title>${page.head}`,
    `<style>${styleOf(organization())}</style></head>`,
    `<body><main>${page.body}</main><script>${script}</script></body></html>`,
  ].join('')
}
