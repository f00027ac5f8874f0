import { listedAreas } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { formatList } from '#/contract/locale.ts'
import type { PageHead } from '#/contract/page-head.ts'
import { paths } from '#/contract/paths.ts'
import { formatDays } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { capitalized, sportWords } from '#/rules/sports/formats.ts'
import { isOffered, offerOf, seasonOf, yearInAddress } from '#/features/seasons/offers.ts'
import type { Division, Season } from '#/features/seasons/contract.ts'
import { formatOfferedKinds } from './format.ts'

/** Title and description of the leagues page, for the season in its URL or the first one. */
export function leaguesHead(
  seasons: readonly Season[],
  divisions: readonly Division[],
  { slug, year, site, name }: { slug: string | null; year: string | null; site: string; name: string },
): PageHead {
  const season = seasonOf(seasons, { slug, year }) ?? seasons[0]
  const areas = listedAreas()
  const canonical =
    season && season.slug === slug ? paths.leaguesOf(season.slug, yearInAddress(seasons, season)) : paths.leagues
  const offered = season ? divisions.filter((each) => isOffered(each, season, undefined)) : []
  const sports = [...new Set((offered.length > 0 ? offered : divisions).map(({ sport }) => sportWords[sport].name))]
  const leagues = [...(sports.length > 0 ? [formatList(sports).toLowerCase()] : []), 'leagues'].join(' ')
  if (!season || offered.length === 0)
    return { canonical, title: capitalized(leagues), description: `Recreational ${leagues} in ${inAreas()}.` }
  const prices = offered.map((each) => offerOf(each, season, undefined).price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const days = formatDays(season.starting_date, season.ending_date)
  const description = `${season.name} ${season.year} (${days}): ${formatOfferedKinds(offered)} in ${inAreas()}, ${formatRange(low, high)}.`
  return {
    canonical,
    title: `${season.name} ${season.year} ${leagues}`,
    description,
    thing: {
      '@type': 'SportsEvent',
      name: `${name} ${season.name} ${season.year}`,
      description,
      sport: formatList(sports),
      startDate: season.starting_date.replaceAll('/', '-'),
      endDate: season.ending_date.replaceAll('/', '-'),
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      location: areas.map((area) => ({ '@type': 'Place', name: area.name, address: area.name })),
      organizer: { '@type': 'Organization', name, url: `${site}/` },
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: low,
        highPrice: high,
        priceCurrency: organization().currency,
        offerCount: prices.length,
        validThrough: season.sold_until.replaceAll('/', '-'),
        availability: 'https://schema.org/InStock',
        url: site + canonical,
      },
    },
  }

  function inAreas(): string {
    return formatList(areas.map((area) => area.name))
  }
}

/** The price range: 'from $39.00', 'free', or 'free or up to $39.00'. */
function formatRange(low: number, high: number): string {
  if (low > 0) return `from ${formatAmount(low)}`
  return high === 0 ? 'free' : `free or up to ${formatAmount(high)}`
}
