import { currencySign, toCents, writeAmount } from '#/contract/money.ts'
import { listSeasons } from '#/features/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getOrganizerSeason } from '#/organizer/calls.gen.ts'
import { changeSeason, type SeasonDetail } from './contract.ts'

/** The form's values. The call takes either `percent` or `amount`, or null for no discount. */
type Values = {
  takes: 'nothing' | 'percent' | 'amount'
  second_division: { percent: number | null; amount: string }
}

/** The discount on each additional division that a player enters in a season. */
export function SecondDivisionDialog({ season, onClose }: { season: SeasonDetail; onClose: () => void }) {
  const change = useAction(changeSeason, { stale: [getOrganizerSeason, listSeasons], onDone: onClose })
  const form = useForm({
    schema: changeSeason.body,
    keep: useFormDraft(`second-division-${season.id}`),
    initial: initialOf(season),
    toBody: ({ takes, second_division: { percent, amount } }: Values) => ({
      second_division: takes === 'nothing' ? null : takes === 'percent' ? { percent } : { amount },
    }),
    onSubmit: (body) => change.submit({ params: { id: season.id }, body }),
  })
  const { takes } = form.values
  return (
    <FormDialog
      title={`Second division of ${season.name} ${season.year}`}
      description="A player who joins several divisions of this season pays full price for the most expensive one and less for each additional one, in one order or later. Placed orders keep their prices. Buyers with the old total in their cart are asked to check it."
      confirm="Save the discount"
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('takes')}
        label="Each additional division costs"
        options={[
          { value: 'nothing', label: 'The same' },
          { value: 'percent', label: 'A percentage less' },
          { value: 'amount', label: 'An amount less' },
        ]}
      />
      {takes === 'percent' && (
        <TextField
          {...form.number('second_division.percent')}
          label="Percent"
          hint="100 makes each additional division free."
          prefix="%"
          maxLength={3}
        />
      )}
      {takes === 'amount' && (
        <TextField
          {...form.field('second_division.amount')}
          label="Amount"
          hint="Off each additional division."
          prefix={currencySign()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
        />
      )}
    </FormDialog>
  )
}

function initialOf({ second_division: off }: SeasonDetail): Values {
  return {
    takes: off === null ? 'nothing' : off.percent === null ? 'amount' : 'percent',
    second_division: {
      percent: off?.percent ?? null,
      amount: off && off.amount !== null ? writeAmount(toCents(off.amount)) : '',
    },
  }
}
