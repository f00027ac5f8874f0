import { useSearchParams } from 'react-router'
import { areaName, listedAreas } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { ExplainedStandings } from './ExplainedStandings.tsx'
import { listFullStandings, type LeagueChoice } from './place-contract.ts'

const perPage = perPageOf(listFullStandings)
const filters = ['area', 'season', 'year', 'division'] as const
type Filter = (typeof filters)[number]

/** The whole table of any league: ?area=&season=&year=&division=. Without them it is the player's default league. */
export default function FullStandingsPage() {
  const [params, setParams] = useSearchParams()
  const asked = Object.fromEntries(filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
  const page = Number(params.get('page') ?? 1)
  const standings = useRead(listFullStandings, { query: { ...asked, page } }, { keepPrevious: true })
  const table = standings.data
  const chosen: Record<Filter, string> = {
    area: table?.area ?? params.get('area') ?? '',
    season: table?.season_slug ?? params.get('season') ?? '',
    year: String(table?.year ?? params.get('year') ?? ''),
    division: table?.division ?? params.get('division') ?? '',
  }

  function choose(name: Filter, value: string) {
    // The other filters keep their values, unless the area changes: it has other leagues.
    setParams(name === 'area' ? { area: value } : { ...chosen, [name]: value })
  }

  function hrefOf(next: number): string {
    return `?${new URLSearchParams({ ...asked, page: String(next) })}`
  }

  const name = table?.season ? `${table.season} ${table.year}` : null
  return (
    <>
      <title>{name ? `${name} full table · Deuce` : 'Full table · Deuce'}</title>
      <PageHeader
        kicker={<TextLink to={paths.standings()}>Standings</TextLink>}
        title={name ? `${name} full table` : 'Full table'}
        lead={
          table?.division_name
            ? `${table.division_name}, ${areaName(table.area)}. The top ${table.top_half} of ${table.total} with 4 matches played qualify for the play-offs, 8 at most.`
            : undefined
        }
      />
      <div className="flex flex-col gap-6">
        {table && <Filters chosen={chosen} leagues={table.leagues} onChoose={choose} />}
        {table && table.total > 0 && table.league_id !== null ? (
          <div aria-busy={standings.isPlaceholderData}>
            <ExplainedStandings
              league_id={table.league_id}
              caption={`${table.total} ${table.total === 1 ? 'entry' : 'entries'}`}
              rows={table.players}
            />
            {!table.has_results && (
              <p className="pt-4 text-ink-soft">Nobody has played yet. This table changes with the first score.</p>
            )}
            {table.total > perPage && <Pager page={page} perPage={perPage} total={table.total} hrefOf={hrefOf} />}
          </div>
        ) : table ? (
          <EmptyState
            picture="no-league"
            title="No result found"
            action={
              <ButtonLink to={paths.fullStandings({ area: table.area })}>
                Newest league in {areaName(table.area)}
              </ButtonLink>
            }
          >
            There is no league for that season, year and division here.
          </EmptyState>
        ) : standings.error ? (
          <ReadError of={standings} />
        ) : (
          <Skeleton kind="rows" count={10} label="Loading the table" />
        )}
      </div>
    </>
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
        listedAreas().map(({ slug }) => ({ value: slug, label: areaName(slug) })),
      )}
      {field('season', 'Season', once(leagues.map((league) => ({ value: league.season_slug, label: league.season }))))}
      {field(
        'year',
        'Year',
        once(leagues.map((league) => ({ value: String(league.year), label: String(league.year) }))),
      )}
      {field(
        'division',
        'Division',
        once(leagues.map((league) => ({ value: league.division, label: league.division_name }))),
      )}
    </fieldset>
  )
}

function once(options: { value: string; label: string }[]): { value: string; label: string }[] {
  return [...new Map(options.map((option) => [option.value, option])).values()]
}
