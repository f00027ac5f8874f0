import { areaName } from '#/contract/areas.ts'
import { formatDay, formatLeague } from '#/contract/format.ts'
import type { PageHead } from '#/contract/page-head.ts'
import { paths } from '#/contract/paths.ts'
import type { PublicResult } from '#/features/matches/contract.ts'
import { pictureSize } from '#/features/pictures/drawing.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { formatOutcome } from '#/features/matches/format.ts'
import { isPictured } from './pictured.ts'

/** Title and description of a result's public page, with public names. */
export function resultHead(result: PublicResult): PageHead {
  const { winner, opponent, match_date, area } = result
  const title = `${formatOutcome(result)} ${result.score_line}`
  const league = formatLeague(result)
  const place = { '@type': 'Place', name: areaName(area), address: areaName(area) }
  return {
    canonical: paths.sharedResult(result.id),
    title,
    description: `${league}, ${areaName(area)}, ${formatDay(match_date)}.`,
    ...(isPictured(result) && {
      image: { path: paths.resultPicture(result.id), type: 'image/png', ...pictureSize, alt: title },
    }),
    thing: {
      '@type': 'SportsEvent',
      name: `${winner.name} against ${opponent.name}`,
      description: `${title}. ${league}, ${areaName(area)}.`,
      sport: sportWords[result.sport].name,
      startDate: match_date.replaceAll('/', '-'),
      location: place,
      competitor: [winner, opponent].map(({ name }) => ({ '@type': 'Person', name })),
      superEvent: { '@type': 'EventSeries', name: league, location: place },
    },
  }
}
