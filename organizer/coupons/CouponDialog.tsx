import { formatTitle } from './format.ts'
import { currencySign, toCents, writeAmount } from '#/contract/money.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { listOrganizerSeasons, changeCoupon, listCoupons } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createCoupon, type OrganizerCoupon } from './contract.ts'

const stale = [listCoupons]

/** The form's values. The call takes either `percent` or `amount`, and seasons as numbers. */
type Values = {
  code: string
  takes: 'percent' | 'amount'
  percent: number | null
  amount: string
  limit: number | null
  expires_on: string
  reach: 'all' | 'some'
  seasons: string[]
}

/** Creates a coupon, or changes one. */
export function CouponDialog({ coupon, onClose }: { coupon: OrganizerCoupon | null; onClose: () => void }) {
  const create = useAction(createCoupon, { stale, onDone: onClose })
  const change = useAction(changeCoupon, { stale, onDone: onClose })
  const seasons = useSeasons(coupon)
  const form = useForm({
    schema: createCoupon.body,
    keep: useFormDraft(`coupon-${coupon?.id ?? 'new'}`),
    initial: initialOf(coupon),
    toBody: ({ takes, percent, amount, reach, ...values }: Values) => ({
      code: values.code,
      limit: values.limit,
      percent: takes === 'percent' ? percent : null,
      amount: takes === 'amount' ? amount : null,
      expires_on: values.expires_on === '' ? null : wireDay(values.expires_on),
      seasons: reach === 'all' ? null : values.seasons.map(Number),
    }),
    onSubmit: (body) => (coupon ? change.submit({ params: { id: coupon.id }, body }) : create.submit({ body })),
  })
  return (
    <FormDialog
      title={coupon ? `Change ${coupon.code}` : 'Create a coupon'}
      description={
        coupon
          ? 'Placed orders keep their discount. Buyers with it in their cart are asked to review the new total.'
          : 'Players enter its code at checkout. Each player can use it once.'
      }
      confirm={coupon ? 'Save the coupon' : 'Create the coupon'}
      size="lg"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('code')}
        label="Code"
        hint={
          coupon && coupon.uses > 0
            ? 'Orders have used it, so its code cannot change.'
            : 'Letters, digits and hyphens, like SPRING-26. Upper and lower case are the same.'
        }
        readOnly={coupon !== null && coupon.uses > 0}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <RadioGroup
          {...form.radio('takes')}
          label="It takes off"
          options={[
            { value: 'percent', label: 'A percentage' },
            { value: 'amount', label: 'An amount' },
          ]}
        />
        {form.values.takes === 'percent' ? (
          <TextField
            {...form.number('percent')}
            label="Percent of the order"
            hint="100 makes the order free."
            prefix="%"
            maxLength={3}
          />
        ) : (
          <TextField
            {...form.field('amount')}
            label="Amount off the order"
            hint="Applied once to the whole order."
            prefix={currencySign()}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
          />
        )}
      </div>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <TextField {...form.number('limit')} label="Orders at most" optional maxLength={7} />
        <DateField {...dayField(form, 'expires_on')} label="Through this day" optional />
      </div>
      <RadioGroup
        {...form.radio('reach')}
        label="For"
        options={[
          { value: 'all', label: 'All seasons' },
          { value: 'some', label: 'Some seasons' },
        ]}
      />
      {form.values.reach === 'some' && <CheckboxGroup {...form.choices('seasons')} label="Seasons" options={seasons} />}
    </FormDialog>
  )
}

function initialOf(coupon: OrganizerCoupon | null): Values {
  return {
    code: coupon?.code ?? '',
    takes: coupon && coupon.amount !== null ? 'amount' : 'percent',
    percent: coupon?.percent ?? null,
    amount: coupon && coupon.amount !== null ? writeAmount(toCents(coupon.amount)) : '',
    limit: coupon?.limit ?? null,
    expires_on: coupon?.expires_on?.replaceAll('/', '-') ?? '',
    reach: coupon && coupon.seasons !== null ? 'some' : 'all',
    seasons: coupon?.seasons?.map(({ id }) => String(id)) ?? [],
  }
}

/** The latest seasons, plus those of the coupon. */
function useSeasons(coupon: OrganizerCoupon | null): { value: string; label: string }[] {
  const latest = useRead(listOrganizerSeasons, {}).data?.seasons ?? []
  const own = (coupon?.seasons ?? []).filter(({ id }) => latest.every((season) => season.id !== id))
  return [
    ...latest
      .filter(({ state }) => state !== 'closed')
      .map((season) => ({ id: season.id, title: formatTitle(season) })),
    ...own,
  ].map(({ id, title }) => ({ value: String(id), label: title }))
}
