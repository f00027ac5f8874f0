import * as z from 'zod/mini'
import { areaName } from '#/contract/areas.ts'
import { leagueFormat } from '#/contract/league-format.ts'
import {
  formatNumbers,
  formatWordsOf,
  leagueFormats,
  type FormatKind,
  type FormatNumber,
  type LeagueFormat,
} from '#/rules/formats/formats.ts'
import { separationSentences } from '#/rules/formats/separation.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeLeagues, getOrganizerLeague, getOrganizerSeason } from '#/organizer/calls.gen.ts'
import type { OrganizerLeague, SeasonDetail } from './contract.ts'
import { expectedPlayers, weeksOfSeason } from './format.ts'
import { leagueScopes, useLeagueScope } from './league-scope.web.ts'

const schema = z.object({ format: leagueFormat, scope: z.enum(leagueScopes) })

type FormatDialogProps = { season: SeasonDetail; league: OrganizerLeague; onClose: () => void }

/** Changes the format of one league, or of several in its season that are not drawn yet. */
export function FormatDialog({ season, league, onClose }: FormatDialogProps) {
  const scope = useLeagueScope(season, league)
  const change = useAction(changeLeagues, { stale: [getOrganizerLeague, getOrganizerSeason], onDone: onClose })
  const form = useForm({
    schema,
    keep: useFormDraft(`format-${league.id}`),
    initial: { format: startOf(league.format.kind, league.format), scope: 'league' },
    toBody: ({ format, scope: chosen }) => ({ format: formatOf(format), scope: chosen }),
    onSubmit: async ({ format, scope: chosen }) => {
      const leagues = (await scope.listLeagues(chosen))
        .filter(({ drawn }) => !drawn)
        .map(({ area, division_id, offered }) => ({ area, division_id, offered, format }))
      return change.submit({ params: { id: season.id }, body: { leagues } })
    },
  })
  const sentences = separationSentences(formatOf(form.values.format), {
    players: expectedPlayers(league),
    weeks: weeksOfSeason(season),
  })
  return (
    <FormDialog
      title={`Format of ${league.division_name}`}
      description={`${areaName(league.area)}, ${season.name} ${season.year}. You can change the format until the matches are drawn.`}
      confirm="Save the format"
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('format.kind')}
        onChange={(kind) => form.set('format', startOf(kind, league.format))}
        label="How the matches are drawn"
        layout="list"
        options={leagueFormats.map(({ kind, name, note }) => ({ value: kind, label: name, note }))}
      />
      {numbersOf(form.values.format.kind).map(({ name, label, least, most, options }) =>
        options ? (
          <SelectField
            key={name}
            {...form.field(`format.${name}`)}
            label={label}
            options={options.map((title, value) => ({ value: String(value), label: title }))}
          />
        ) : (
          <TextField
            key={name}
            {...form.field(`format.${name}`)}
            label={label}
            hint={`${least} to ${most}.`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
        ),
      )}
      {sentences.length > 0 && <p>{sentences.join(' ')}</p>}
      <SelectField {...form.field('scope')} label="For" options={scope.options} />
    </FormDialog>
  )
}

function numbersOf(kind: string): readonly FormatNumber[] {
  return leagueFormats.some((each) => each.kind === kind) ? formatWordsOf(kind as FormatKind).numbers : []
}

/** The format of the form's values. A number that is missing is NaN. */
function formatOf(values: ReturnType<typeof startOf>): LeagueFormat {
  const numbers = numbersOf(values.kind).map(({ name }) => [name, Number(values[name].trim() || NaN)])
  return { kind: values.kind as FormatKind, ...Object.fromEntries(numbers) }
}

/** The initial values for a format: the league's own if it has it, otherwise the defaults. */
function startOf(kind: string, own: LeagueFormat) {
  const text = (name: FormatNumber['name']) => {
    const number = numbersOf(kind).find((each) => each.name === name)
    return String((kind === own.kind ? own[name] : undefined) ?? number?.standard ?? '')
  }
  const texts = Object.fromEntries(formatNumbers.map((name) => [name, text(name)]))
  return { kind, ...(texts as Record<FormatNumber['name'], string>) }
}
