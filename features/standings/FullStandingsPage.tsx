import { areaName, allAreas } from '#/contract/areas.ts'
import { formatTotal } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { ExplainedStandings } from './ExplainedStandings.tsx'
import { seasonOf } from './place-format.ts'
import { formatQualifying } from './qualifying-format.ts'
import { TableHeading } from './TableHeading.tsx'
import { TableNotes } from './TableNotes.tsx'
import { listFullStandings } from '#/features/calls.gen.ts'
import type { LeagueChoice } from './place-contract.ts'

type Filter = 'area' | 'season' | 'year' | 'division'

/** The full table of any league: ?area=&season=&year=&division=. Defaults to the player's league. */
export default function FullStandingsPage() {
  const list = useList(
    listFullStandings,
    {},
    {
      live: {
        topics: (shown) => (shown?.league_id ? [`league:${shown.league_id}`] : []),
        says: 'The table has changed.',
      },
    },
  )
  const { values } = list
  const table = list.read.data
  const season = seasonOf(table, list.read.error !== null)
  const chosen: Record<Filter, string> = {
    area: table?.area ?? values.area ?? '',
    season: table?.season_slug ?? values.season ?? '',
    year: String(table?.year ?? values.year ?? ''),
    division: table?.division ?? values.division ?? '',
  }

  function choose(name: Filter, value: string) {
    // The other filters keep their values, unless the area changes: its leagues are different.
    const others = name === 'area' ? { season: '', year: '', division: '' } : chosen
    list.set({ ...others, [name]: value })
  }

  return (
    <Screen
      title={season ? `${season} full table` : 'Full table'}
      heading={<TableHeading season={season} word="Full table" />}
      kicker={<TextLink to={paths.standings()}>Standings</TextLink>}
    >
      <div className="flex flex-col gap-6">
        {table && <Filters chosen={chosen} leagues={table.leagues} onChoose={choose} />}
        <PagedList
          list={list}
          loading="Loading the table"
          skeletonRows={10}
          empty={{
            picture: 'no-league',
            text: 'There is no league for that season, year and division here.',
            action: table && (
              <ButtonLink to={paths.fullStandings({ area: table.area })}>
                Newest league in {areaName(table.area)}
              </ButtonLink>
            ),
          }}
        >
          {(shown) => (
            <>
              <p className="mb-4 max-w-prose text-ink-soft">
                {shown.division_name}, {areaName(shown.area)}. {shown.format} {formatQualifying(shown)}
              </p>
              <ExplainedStandings
                league_id={shown.league_id}
                sport={shown.sport}
                caption={formatTotal(shown.total, 'entry', 'entries')}
                group={shown.group}
                rows={shown.players}
                has_results={shown.has_results}
              />
              <TableNotes left={shown.left} corrections={shown.corrections} />
            </>
          )}
        </PagedList>
      </div>
    </Screen>
  )
}

type FiltersProps = {
  chosen: Record<Filter, string>
  leagues: readonly LeagueChoice[]
  onChoose: (name: Filter, value: string) => void
}

function Filters({ chosen, leagues, onChoose }: FiltersProps) {
  const field = (name: Filter, label: string, options: { value: string; label: string }[]) => (
    <SelectField
      label={label}
      name={name}
      className={name === 'area' || name === 'division' ? 'max-lg:col-span-2' : ''}
      value={chosen[name]}
      {...(options.some(({ value }) => value === chosen[name]) ? {} : { placeholder: 'Choose' })}
      options={options}
      onChange={(event) => onChoose(name, event.currentTarget.value)}
    />
  )
  return (
    <fieldset aria-label="Which league" className="grid grid-cols-2 gap-4 lg:grid-cols-[1fr_1fr_0.7fr_1.4fr]">
      {field(
        'area',
        'Area',
        allAreas().map(({ slug }) => ({ value: slug, label: areaName(slug) })),
      )}
      {field(
        'season',
        'Season',
        unique(leagues.map((league) => ({ value: league.season_slug, label: league.season }))),
      )}
      {field(
        'year',
        'Year',
        unique(leagues.map((league) => ({ value: String(league.year), label: String(league.year) }))),
      )}
      {field(
        'division',
        'Division',
        unique(leagues.map((league) => ({ value: league.division, label: league.division_name }))),
      )}
    </fieldset>
  )
}

function unique(options: { value: string; label: string }[]): { value: string; label: string }[] {
  return [...new Map(options.map((option) => [option.value, option])).values()]
}
