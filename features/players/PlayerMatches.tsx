import { paths } from '#/contract/paths.ts'
import { listPlayerMatches } from '#/features/calls.gen.ts'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { PlayerPage } from './page-contract.ts'
import { ResultLines } from './ResultLines.tsx'

type PlayerMatchesProps = Pick<PlayerPage, 'player'> & {
  records: NonNullable<PlayerPage['records']>
  opponents: NonNullable<PlayerPage['opponents']>
}

/** All results of a player: ?season=&year=&division=&opponent=&page=. */
export function PlayerMatches({ player, records, opponents }: PlayerMatchesProps) {
  const list = useList(listPlayerMatches, { params: { id: player.id } })
  const { season, year, division, opponent } = list.values
  const seasons = new Map(
    records.map((each) => [`${each.year} ${each.league_slug}`, `${each.league_name} ${each.year}`]),
  )
  const divisions = new Map(records.map((each) => [each.level_slug, each.level_name]))
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <SelectField
          label="Season"
          name="season"
          optional="filter"
          placeholder="All seasons"
          value={season === undefined ? '' : `${year} ${season}`}
          onChange={({ currentTarget }) => {
            const [inYear = '', called = ''] = currentTarget.value.split(' ')
            list.set({ year: inYear, season: called })
          }}
          options={[...seasons].map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label="Division"
          name="division"
          optional="filter"
          placeholder="All divisions"
          value={division ?? ''}
          onChange={({ currentTarget }) => list.set({ division: currentTarget.value })}
          options={[...divisions].map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label="Opponent"
          name="opponent"
          optional="filter"
          placeholder="Everybody"
          value={String(opponent ?? '')}
          onChange={({ currentTarget }) => list.set({ opponent: currentTarget.value })}
          options={opponents.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </div>
      <PagedList
        list={list}
        loading="Loading the results"
        skeletonRows={6}
        empty={{
          text: 'No result yet.',
          filtered: { text: 'No match like that.', clear: 'Show all matches' },
        }}
      >
        {({ matches }) => <ResultLines label="Results, newest first" results={matches} resultHref={paths.result} />}
      </PagedList>
    </div>
  )
}
