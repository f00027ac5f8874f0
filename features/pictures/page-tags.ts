import { areaName } from '#/contract/areas.ts'
import { finalOf } from '#/features/playoffs/format.ts'
import { findDivisionCalled, findPlayoffs } from '#/features/playoffs/queries.ts'
import type { App } from '#/server/context.ts'
import { escapeHtml } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { parseBracketRequest } from './bracket-request.ts'
import { pictureSize } from './bracket-picture.ts'
import { organization } from '#/contract/organization.ts'

/**
 * What a link to a page looks like in a chat (ogp.me): meta tags for the page's head; '' for pages without
 * any of their own. `query` is the address's, `site` the origin of the request.
 */
export async function pageTags(
  app: App,
  { path, query, site }: { path: string; query: unknown; site: string },
): Promise<string> {
  const wanted = path === paths.sharedPlayoffs() ? parseBracketRequest(query) : null
  const division = wanted && (await findDivisionCalled(app.db, wanted.division))
  const playoffs = division && (await findPlayoffs(app.db, { ...wanted, division: division.slug }, app.clock.now()))
  if (!wanted || !division || !playoffs) return ''
  const champion = playoffs.stages.at(-1)?.rows[0]?.player_one
  const which = { city: wanted.area, division: division.slug, season: playoffs.season_slug, year: playoffs.year }
  const title = `${division.name} play-offs, ${areaName(wanted.area)}`
  const description = champion
    ? finalOf(playoffs.stages)?.provisional
      ? `${champion} has won the final of ${playoffs.season} ${playoffs.year}. The result is provisional.`
      : `${champion} is the champion of ${playoffs.season} ${playoffs.year}.`
    : `${playoffs.season} ${playoffs.year}: who plays on, the scores and the way to the final.`
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', organization().name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', site + paths.sharedPlayoffs(which)],
    ['og:image', site + paths.playoffPicture(which)],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(pictureSize.width)],
    ['og:image:height', String(pictureSize.height)],
    ['og:image:alt', `The bracket of ${title}`],
    ['twitter:card', 'summary_large_image'],
  ]
  return tags
    .map(
      ([name, content]) =>
        `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`,
    )
    .join('')
}
