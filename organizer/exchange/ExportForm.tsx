import { useNavigate } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { listEntryChoices, getOrganizer } from '#/organizer/calls.gen.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { exportWords } from './format.ts'
import { exportKinds, startExport } from '#/organizer/desk/contract.ts'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Chooses a list and its filters for an export. */
export function ExportForm() {
  const navigate = useNavigate()
  const start = useAction(startExport, {
    onDone: ({ task_id }) => navigate(deskPaths.exchangeTask(task_id)),
  })
  const areas = useRead(getOrganizer, {}).data?.areas ?? []
  const choices = useRead(listEntryChoices, {}).data
  const years = [...new Set((choices?.seasons ?? []).map(({ year }) => year))]
  const form = useForm({
    schema: startExport.body,
    initial: { kind: 'results', area: '', season: '', year: '', division: '' },
    toBody: ({ kind, ...filter }) => ({
      kind,
      ...(kind === 'players' ? chosenOf({ area: filter.area }) : chosenOf(filter)),
    }),
    onSubmit: (body) => start.submit({ body }),
  })
  const isOfLeagues = form.values.kind !== 'players'
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <FormErrors form={form} />
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
          placeholder="All my areas"
          options={areas.map((slug) => ({ value: slug, label: areaName(slug) }))}
        />
        {isOfLeagues && (
          <>
            <SelectField
              {...form.field('season')}
              label="Season"
              optional="filter"
              placeholder="All seasons"
              options={listedSeasons().map(({ slug, name }) => ({ value: slug, label: name }))}
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
          Create the file
        </Button>
      </div>
    </form>
  )
}

/** The filters that are set. */
function chosenOf(filter: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
