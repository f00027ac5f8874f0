import * as z from 'zod/mini'
import { areaName } from '#/contract/areas.ts'
import { day } from '#/contract/fields.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { currencySign, formatAmount, toCents, writeAmount } from '#/contract/money.ts'
import { listDivisions } from '#/features/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { price } from '#/organizer/divisions/contract.ts'
import { leaguePriceProblems } from '#/rules/league-price.ts'
import { useAction } from '#/web/action.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeLeagues, getOrganizerLeague, getOrganizerSeason } from '#/organizer/calls.gen.ts'
import type { OrganizerLeague, SeasonDetail } from './contract.ts'
import { leagueScopes, useLeagueScope } from './league-scope.web.ts'

type PriceDialogProps = { season: SeasonDetail; league: OrganizerLeague; onClose: () => void }

/** Changes the price and the early price of one league, or of several in its season. */
export function PriceDialog({ season, league, onClose }: PriceDialogProps) {
  const scope = useLeagueScope(season, league)
  const change = useAction(changeLeagues, {
    stale: [getOrganizerLeague, getOrganizerSeason, listDivisions],
    onDone: onClose,
  })
  const schema = z
    .object({
      price: z.nullable(price),
      early_price: z.nullable(price),
      early_until: z.nullable(day),
      scope: z.enum(leagueScopes),
    })
    .check((ctx) => {
      const { early_price, early_until } = ctx.value
      const typed = { price_cents: ctx.value.price, early_price_cents: early_price, early_until }
      const terms = {
        division_cents: toCents(league.division_price),
        sold_until: season.sold_until.replaceAll('/', '-'),
      }
      for (const [name, message] of Object.entries(leaguePriceProblems(typed, terms)))
        ctx.issues.push({ code: 'custom', path: [name], message, input: ctx.value })
    })
  const written = (amount: number | null) => (amount === null ? '' : writeAmount(toCents(amount)))
  const form = useForm({
    schema,
    keep: useFormDraft(`price-${league.id}`),
    initial: {
      price: written(league.price),
      early_price: written(league.early_price),
      early_until: league.early_until?.replaceAll('/', '-') ?? '',
      scope: 'league',
    },
    toBody: (values) => ({
      price: values.price.trim() === '' ? null : values.price,
      early_price: values.early_price.trim() === '' ? null : values.early_price,
      early_until: values.early_until === '' ? null : wireDay(values.early_until),
      scope: values.scope,
    }),
    onSubmit: async ({ scope: chosen, ...prices }) => {
      const leagues = (await scope.listLeagues(chosen)).map(({ area, division_id, offered }) => {
        return { area, division_id, offered, ...prices }
      })
      return change.submit({ params: { id: season.id }, body: { leagues } })
    },
  })
  return (
    <FormDialog
      title={`Price of ${league.division_name}`}
      description={`${areaName(league.area)}, ${season.name} ${season.year}. Placed orders keep their price. Buyers with the old price in their cart are asked to check it.`}
      confirm="Save the price"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('price')}
        label="Price"
        optional
        hint={`Leave empty for the division’s price, ${formatAmount(league.division_price)}. 0 makes it free.`}
        prefix={currencySign()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('early_price')}
          label="Early price"
          optional
          prefix={currencySign()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
        />
        <DateField {...dayField(form, 'early_until')} label="Through this day" optional />
      </div>
      <SelectField {...form.field('scope')} label="For" options={scope.options} />
    </FormDialog>
  )
}
