import type { PageHead } from '#/contract/page-head.ts'
import { organization } from '#/contract/organization.ts'
import { isolateNames } from '#/rules/direction.ts'
import { iconsOf } from './organization-files.ts'
import { escapeHtml } from './outside/email-layout.ts'
import { dataTag } from './areas.ts'

/** The tags of a public page: description and canonical address, Open Graph (ogp.me), and JSON-LD (schema.org). */
export function headTags(head: PageHead, { site, name }: { site: string; name: string }): string {
  const { canonical, thing } = head
  const [title, description] = [isolateNames(head.title), isolateNames(head.description)]
  const image = head.image ?? { path: iconsOf(organization()).large, type: 'image/png', width: 512, height: 512 }
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', site + canonical],
    ['og:image', site + image.path],
    ['og:image:type', image.type],
    ['og:image:width', String(image.width)],
    ['og:image:height', String(image.height)],
    ['og:image:alt', isolateNames(head.image?.alt ?? name)],
  ]
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(site + canonical)}">`,
    ...properties.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    `<meta name="twitter:card" content="${head.image ? 'summary_large_image' : 'summary'}">`,
    thing ? dataTag('thing', { '@context': 'https://schema.org', ...thing }, 'application/ld+json') : '',
  ].join('')
}
