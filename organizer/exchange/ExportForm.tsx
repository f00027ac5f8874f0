import { useNavigate } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { listEntryChoices } from '#/organizer/entries/contract.ts'
import { seasonTemplates } from '#/rules/season.ts'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { exportWords } from './format.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { exportKinds, startExport } from '#/organizer/desk/contract.ts'

/** Chooses what is written as a file. */
export function ExportForm() {
  const navigate = useNavigate()
  const start = useChange(startExport)
  const areas = useRead(getOrganizer, {}).data?.areas ?? []
  const choices = useRead(listEntryChoices, {}).data
  const years = [...new Set((choices?.seasons ?? []).map(({ year }) => year))]
  const form = useForm({
    schema: startExport.body,
    initial: { kind: 'results', area: '', season: '', year: '', division: '' },
    toBody: ({ kind, ...filter }) => ({
      kind,
      ...(kind === 'players' ? said({ area: filter.area }) : said(filter)),
    }),
    onSubmit: async (body) => {
      const { task_id } = await start.mutateAsync({ body })
      await navigate(paths.organizer.exchangeTask(task_id))
    },
  })
  const ofLeagues = form.values.kind !== 'players'
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          {...form.field('kind')}
          label="List"
          options={exportKinds.map((kind) => ({ value: kind, label: exportWords[kind] }))}
        />
        <SelectField
          {...form.field('area')}
          label="Area"
          optional="filter"
          placeholder="All that I run"
          options={areas.map((slug) => ({ value: slug, label: areaName(slug) }))}
        />
        {ofLeagues && (
          <>
            <SelectField
              {...form.field('season')}
              label="Season"
              optional="filter"
              placeholder="All seasons"
              options={seasonTemplates.map(({ slug, name }) => ({ value: slug, label: name }))}
            />
            <SelectField
              {...form.field('year')}
              label="Year"
              optional="filter"
              placeholder="All years"
              options={years.map((year) => ({ value: String(year), label: String(year) }))}
            />
            <SelectField
              {...form.field('division')}
              label="Division"
              optional="filter"
              placeholder="All divisions"
              options={(choices?.divisions ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
            />
          </>
        )}
      </div>
      <div>
        <Button type="submit" busy={form.busy}>
          Write the file
        </Button>
      </div>
    </form>
  )
}

/** What was chosen; an empty choice is none. */
function said(filter: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
