import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CallInput } from '#/contract/endpoint.ts'
import { formatCents } from '#/rules/price.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { queries, readOf, useChange, useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/web/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { groupDigits, groupExpiry, readExpiry } from './card-text.ts'
import { CheckoutFrame, type OrderInHand } from './CheckoutFrame.tsx'
import { completePurchase, listMyLeagues, listPurchases, makeTestToken, purchase } from './contract.ts'

/** Second step: the card. `declined` is what the bank said of the last one. */
export function PaymentStep({ declined }: { declined?: string }) {
  // The step is a part of the address, not a path: the layout does not see that the screen has changed.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), [])
  return (
    <CheckoutFrame title="Payment" back={{ to: paths.orderSummary, label: 'Back to the order' }}>
      {(order) => <CardForm order={order} declined={declined} />}
    </CheckoutFrame>
  )
}

const testCards = [
  { number: '4242 4242 4242 4242', what: 'pays' },
  { number: '4000 0000 0000 0002', what: 'is declined' },
  { number: '4000 0025 0000 3155', what: 'asks for authentication' },
]

/** The test provider's card form. The number goes to the provider alone and is kept nowhere. */
function CardForm({ order, declined }: { order: OrderInHand; declined: string | undefined }) {
  const pay = usePay(order)
  const form = useForm({
    schema: makeTestToken.body,
    initial: { number: '', exp_month: '', cvc: '' },
    toBody: ({ number, exp_month, cvc }) => ({ number, cvc, ...readExpiry(exp_month) }),
    onSubmit: pay,
  })
  const errors = form.errors.map(({ field, message }) => ({
    field: field === 'field-exp_year' ? 'field-exp_month' : field,
    message,
  }))
  const expiry = form.field('exp_month')
  const amount = formatCents(order.total)
  const trouble = form.refusal && form.errors.length === 0 ? form.refusal : null

  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5 *:scroll-mt-40">
      <title>{errors.length > 0 ? 'Error: Payment · Deuce' : 'Payment · Deuce'}</title>
      <ErrorSummary
        errors={errors.filter(({ field }, index) => errors.findIndex((other) => other.field === field) === index)}
        attempt={form.attempt}
      />
      {!form.refusal && declined !== undefined && (
        <Notice tone="error" title="No money was taken">
          {declined}
        </Notice>
      )}
      <Notice title="Test mode: no money moves">
        <ul className="mt-1">
          {testCards.map(({ number, what }) => (
            <li key={number} className="flex flex-wrap items-center gap-x-2">
              <button
                type="button"
                onClick={() => {
                  form.set('number', number)
                  form.set('exp_month', '12 / 34')
                  form.set('cvc', '123')
                }}
                className="tabular min-h-9 font-[650] underline decoration-2 underline-offset-4 hover:no-underline"
              >
                <span className="sr-only">Fill in </span>
                {number}
              </button>
              <span>{what}</span>
            </li>
          ))}
        </ul>
      </Notice>
      <TextField
        {...form.field('number')}
        onChange={(event) => form.set('number', regroup(event.currentTarget, groupDigits))}
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...expiry}
          error={form.errors.find(({ field }) => field === 'field-exp_month' || field === 'field-exp_year')?.message}
          onChange={(event) => form.set('exp_month', regroup(event.currentTarget, groupExpiry))}
          label="Expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
        />
        <TextField
          {...form.field('cvc')}
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          placeholder="CVC"
        />
      </div>
      {trouble && <Trouble error={trouble} />}
      <FormActions note={`You pay ${amount} once. Nothing is renewed by itself.`}>
        <Button type="submit" size="lg" busy={form.busy} className="w-full sm:w-auto">
          Pay {amount}
        </Button>
      </FormActions>
    </form>
  )
}

/** Groups what is typed at its end; in the middle the cursor would jump. */
function regroup(input: HTMLInputElement, group: (typed: string) => string): string {
  return input.selectionStart === input.value.length ? group(input.value) : input.value
}

type Card = CallInput<typeof makeTestToken>['body']

/** Pays the order by a card: a token first, then the order with it. */
function usePay(order: OrderInHand) {
  const navigate = useNavigate()
  const makeToken = useChange(makeTestToken)
  const buy = useChange(purchase)
  // Of a press whose answer was lost: the same card is then sent with the same token, which is never charged twice.
  const last = useRef<{ card: string; token: string } | null>(null)

  return async (card: Card) => {
    const key = JSON.stringify(card)
    if (last.current?.card !== key)
      last.current = { card: key, token: (await makeToken.mutateAsync({ body: card })).id }
    const { season, items, total } = order
    try {
      const answer = await buy.mutateAsync({
        body: {
          league_slug: season.slug,
          league_name: season.name,
          year: season.year,
          cart: items.map(({ id, slug }) => ({ id, slug, season_count: 1 as const })),
          price: (total / 100).toFixed(2),
          confirmationToken: last.current.token,
        },
      })
      const { order_id } = answer.data
      queries.setQueryData(readOf(completePurchase, { params: { order_id } }).queryKey, answer)
      await navigate(paths.order(order_id), { replace: true })
    } catch (error) {
      const unknown = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!unknown) last.current = null
      if (error instanceof ApiError && error.status === 409)
        for (const { method, path } of [listDivisions, listMyLeagues, listPurchases])
          void queries.invalidateQueries({ queryKey: [method, path] })
      throw error
    }
  }
}

/** Why the order did not go through, and the way on. */
function Trouble({ error }: { error: ApiError }) {
  const open = error.code === 'order_open'
  const purchases = useRead(listPurchases, {}, { enabled: open })
  const pending = open
    ? purchases.data?.purchases.find(({ payment_status }) => payment_status === 'Pending')
    : undefined
  const unknown = error.status === 0 || error.status >= 500
  return (
    <Notice
      tone="error"
      title={unknown ? 'We do not know yet whether that went through' : 'No money was taken'}
      actions={
        pending ? (
          <ButtonLink to={paths.order(pending.order_id)} variant="secondary">
            Continue the open order
          </ButtonLink>
        ) : error.code === 'already_in_league' ? (
          <ButtonLink to={paths.orderSummary} variant="secondary">
            Change the order
          </ButtonLink>
        ) : null
      }
    >
      {error.message}
      {unknown && ' Press the button again: the same payment is continued, never made twice.'}
    </Notice>
  )
}
