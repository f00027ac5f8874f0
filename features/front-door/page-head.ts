import { listedAreas } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { formatShortDay } from '#/contract/format.ts'
import { formatPrice, toCents } from '#/contract/money.ts'
import type { PageHead } from '#/contract/page-head.ts'
import { paths } from '#/contract/paths.ts'
import { yearInAddress } from '#/features/seasons/offers.ts'
import { iconsOf } from '#/server/organization-files.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import type { FrontDoor } from './contract.ts'
import { formatLeagues } from './format.ts'

/**
 * The front door's title and description: the operator, the areas, and the seasons on sale. Null if its data is
 * unavailable.
 */
export function frontDoorHead(door: FrontDoor | null, { site, name }: { site: string; name: string }): PageHead {
  const leagues = formatLeagues(door?.sports ?? [])
  const seasons = door?.seasons ?? []
  const sports = (door?.sports ?? []).map((sport) => sportWords[sport].name)
  const [next] = seasons
  const sale = next
    ? ` ${next.name} ${next.year}: ${formatShortDay(next.starting_date)}, ${formatPrice(toCents(next.price))}.`
    : ''
  const places = listedAreas().map((area) => ({ '@type': 'Place', name: area.name, address: area.name }))
  return {
    canonical: paths.signIn,
    title: `${name}: ${leagues}`,
    description: `${leagues}.${sale} Join a season, play your matches, follow the table.`,
    thing: {
      '@type': 'SportsOrganization',
      name,
      url: `${site}/`,
      sport: sports,
      logo: site + iconsOf(organization()).large,
      email: organization().support_email,
      location: places,
      event: seasons.map((season) => ({
        '@type': 'SportsEvent',
        name: `${name} ${season.name} ${season.year}`,
        sport: sports,
        startDate: season.starting_date.replaceAll('/', '-'),
        endDate: season.ending_date.replaceAll('/', '-'),
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        eventStatus: 'https://schema.org/EventScheduled',
        location: places,
        organizer: { '@type': 'Organization', name, url: `${site}/` },
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: season.price,
          highPrice: season.highest_price,
          priceCurrency: organization().currency,
          offerCount: season.divisions,
          validThrough: season.sold_until.replaceAll('/', '-'),
          availability: 'https://schema.org/InStock',
          url: site + paths.leaguesOf(season.slug, yearInAddress(seasons, season)),
        },
      })),
    },
  }
}
