import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import { SeasonSelect } from '#/organizer/desk/SeasonSelect.tsx'
import { useRead } from '#/web/api.ts'
import { useListSearch } from '#/web/list.ts'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { listOrganizerChoices, listOrganizerMatches } from '#/organizer/calls.gen.ts'

/** Season, division and a player's name, kept in the address. */
export function MatchFilters() {
  const { values, set } = useListSearch(listOrganizerMatches)
  const { data } = useRead(listOrganizerChoices, {})
  const { season, year, division, player, state } = values
  const isOpen = state === 'overdue' || state === 'to_arrange' || state === 'arranged'
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 lg:grid-cols-3">
      <SeasonSelect
        seasons={data?.seasons ?? []}
        value={season === undefined ? null : { season_slug: season, year: year ?? '' }}
        placeholder={isOpen ? 'Current and recent seasons' : 'All seasons'}
        onChange={set}
      />
      <SelectField
        name="division"
        label="Division"
        optional="filter"
        placeholder="All divisions"
        value={division ?? ''}
        options={(data?.divisions ?? []).map((each) => ({ value: each.division, label: each.division_name }))}
        onChange={(event) => set({ division: event.currentTarget.value })}
      />
      <div className="col-span-2 lg:col-span-1">
        <SearchBox
          label="Player"
          name="player"
          placeholder="Part of a name"
          value={player}
          onSearch={(text) => set({ player: text, state: '' })}
        />
      </div>
    </div>
  )
}
