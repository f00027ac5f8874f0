import { areaName } from '#/contract/areas.ts'
import { formatTotal } from '#/contract/format.ts'
import { levelName } from '#/contract/levels.ts'
import { formatNumber } from '#/contract/locale.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { reviewLevels } from '#/organizer/calls.gen.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LevelProposal } from './contract.ts'

/** Players whose rating says another level: ?area=&page=. */
export default function LevelReviewPage() {
  const list = useList(reviewLevels)
  return (
    <Screen
      title="Level review"
      kicker={<TextLink to={deskPaths.levels}>Levels</TextLink>}
      lead="Players whose singles rating is clearly outside those of their level in their area. Open a player to change the level; nothing changes by itself."
    >
      <SeasonTabs current={deskPaths.levels} />
      <AreaFilter />
      <DeskList
        name="levels"
        list={list}
        loading="Comparing ratings and levels"
        count={({ total }) => formatTotal(total, 'player', 'players')}
        rows={({ players }) => players}
        rowKey={({ id }) => id}
        columns={columns}
        openPath={({ id }) => deskPaths.player(id)}
        empty={{
          picture: 'no-players',
          text: 'Every rating fits its level. A comparison needs a player with three rated matches, and five others of the level.',
        }}
      />
    </Screen>
  )
}

const columns: DataColumn<LevelProposal>[] = [
  {
    key: 'name',
    title: 'Player',
    text: ({ name }) => name,
    cell: (row) => <TextLink to={deskPaths.player(row.id)}>{row.name}</TextLink>,
  },
  { key: 'area', title: 'Area', cell: (row) => areaName(row.area) },
  {
    key: 'rating',
    title: 'Rating',
    cell: ({ rating }) => `${formatNumber(rating.value)} ± ${rating.deviation}`,
  },
  {
    key: 'range',
    title: 'Most of the level',
    cell: ({ from, to }) => `${formatNumber(from)} to ${formatNumber(to)}`,
  },
  {
    key: 'proposal',
    title: 'Proposal',
    cell: ({ level, to_level, rating, to }) =>
      `${rating.value > to ? 'Up' : 'Down'} from ${levelName(level)} to ${levelName(to_level)}`,
  },
]
