import { listedSeasons } from '#/contract/seasons.ts'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { ScoreForm } from './score-form.web.ts'

type PlayersFieldsProps = {
  form: ScoreForm
  search: (text: string, signal: AbortSignal) => Promise<Choice[]>
  hint: string | undefined
  divisions: readonly { slug: string; name: string }[]
  /** The years that this season can have. */
  years: readonly number[]
  /** The label of the choice without a division: 'The one we share'. */
  anyDivision: string
}

/** The season and players of a score without a match card, and the division if they share several leagues. */
export function PlayersFields({ form, search, hint, divisions, years, anyDivision }: PlayersFieldsProps) {
  const picker = (side: 'winner' | 'opponent') => {
    const { id, error } = form.field(`${side}.id`)
    const player = form.values[side]
    const onChange = (choice: Choice | null) => form.setPlayer(side, choice)
    return { id, error, value: player.id === '' ? null : player, onChange, search, hint }
  }
  return (
    <>
      <SelectField
        {...form.field('season')}
        label="Season"
        placeholder="Choose a season"
        options={listedSeasons().map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SearchPicker {...picker('winner')} label={form.tied ? 'Player one' : 'Winner'} />
        <SearchPicker {...picker('opponent')} label={form.tied ? 'Player two' : 'Opponent'} />
      </div>
      {years.length > 1 && (
        <SelectField
          {...form.field('year')}
          label="Year"
          optional
          hint="Needed when the date fits more than one of them."
          placeholder="By the date of the match"
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
        />
      )}
      {divisions.length > 1 && (
        <SelectField
          {...form.field('division')}
          label="Division"
          optional
          hint="Needed when the two share several leagues."
          placeholder={anyDivision}
          options={divisions.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
      )}
    </>
  )
}
