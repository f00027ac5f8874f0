import { SelectField } from '#/web/ui/SelectField.tsx'

type Season = { season_slug: string; year: number }

type SeasonSelectProps = {
  seasons: readonly (Season & { season: string })[]
  value: { season_slug: string; year: number | string } | null | undefined
  placeholder?: string
  className?: string
  /** Called with '' and '' for the placeholder. */
  onChange: (choice: { season: string; year: string }) => void
}

/** Chooses a season and year for a list. */
export function SeasonSelect({ seasons, value, onChange, ...rest }: SeasonSelectProps) {
  return (
    <SelectField
      {...rest}
      label="Season"
      name="season"
      optional="filter"
      value={value ? `${value.season_slug} ${value.year}` : ''}
      options={seasons.map(({ season, season_slug, year }) => ({
        value: `${season_slug} ${year}`,
        label: `${season} ${year}`,
      }))}
      onChange={(event) => {
        const [season = '', year = ''] = event.currentTarget.value.split(' ')
        onChange({ season, year })
      }}
    />
  )
}
