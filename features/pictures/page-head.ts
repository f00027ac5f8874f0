import { areaName } from '#/contract/areas.ts'
import type { PageHead } from '#/contract/page-head.ts'
import { paths } from '#/contract/paths.ts'
import type { PlayoffStages } from '#/features/playoffs/contract.ts'
import { finalOf } from '#/features/playoffs/format.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { pictureSize } from './drawing.ts'

/** Title and picture of a bracket's public page. Null while there are no play-offs. */
export function playoffsHead(playoffs: PlayoffStages): PageHead | null {
  const { city, division, division_name, sport, season, season_slug, year, stages } = playoffs
  if (season === null || stages.length === 0) return null
  const which = { city, division, season: season_slug, year }
  const title = `${division_name} play-offs, ${areaName(city)}`
  const champion = stages.at(-1)?.rows[0]?.player_one
  const description = champion
    ? finalOf(stages)?.provisional
      ? `${champion} has won the final of ${season} ${year}. The result is provisional.`
      : `${champion} is the champion of ${season} ${year}.`
    : `${season} ${year}: who advances, the scores and the path to the final.`
  const days = stages.flatMap(({ date }) => (date === null ? [] : [date.replaceAll('/', '-')])).toSorted()
  const players = stages.flatMap(({ rows }) => rows.flatMap(({ player_one, player_two }) => [player_one, player_two]))
  return {
    canonical: paths.sharedPlayoffs(which),
    title,
    description,
    image: { path: paths.playoffPicture(which), type: 'image/png', ...pictureSize, alt: `The bracket of ${title}` },
    thing: {
      '@type': 'SportsEvent',
      name: `${title}, ${season} ${year}`,
      description,
      sport: sportWords[sport].name,
      startDate: days[0],
      endDate: days.at(-1),
      location: { '@type': 'Place', name: areaName(city), address: areaName(city) },
      competitor: [...new Set(players)].filter((name) => name !== null).map((name) => ({ '@type': 'Person', name })),
    },
  }
}
