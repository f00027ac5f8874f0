import { useRef } from 'react'
import type { CallInput } from '#/contract/endpoint.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { isUnknown, type CardFormProps, type EnteredCardProps } from './card-payment.web.ts'
import { groupDigits, groupExpiry, readExpiry } from './format.ts'
import { listCards, saveCard } from '#/features/calls.gen.ts'
import { makeTestToken } from './contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { PayButton } from './PayButton.tsx'

const testCards = [
  { number: '4242 4242 4242 4242', what: 'pays' },
  { number: '4000 0000 0000 0002', what: 'is declined' },
  { number: '4000 0025 0000 3155', what: 'asks for authentication' },
]

/** The test provider's card form. The number is sent only to the provider and never stored. */
export default function TestCardForm({ total, declined, pay, trouble, canSave = false }: EnteredCardProps) {
  const payWith = usePay(pay)
  const form = useForm({
    schema: makeTestToken.body,
    initial: { number: '', exp_month: '', cvc: '', save: false },
    toBody: ({ number, exp_month, cvc }) => ({ number, cvc, ...readExpiry(exp_month) }),
    noToast: true,
    onSubmit: (card, { save }) => payWith(card, save),
  })
  const errors = form.errors.map(({ field, message }) => ({
    field: field === 'field-exp_year' ? 'field-exp_month' : field,
    message,
  }))
  const expiry = form.field('exp_month')

  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5 *:scroll-mt-40">
      <PageTitle failed={form.failed}>Payment</PageTitle>
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
      {canSave && <Checkbox {...form.checkbox('save')} label="Save this card for next time" />}
      {form.refusal && form.errors.length === 0 && trouble(form.refusal)}
      <PayButton total={total} busy={form.busy} />
    </form>
  )
}

/** Groups digits only when typing at the end; elsewhere the cursor would jump. */
function regroup(input: HTMLInputElement, group: (typed: string) => string): string {
  return input.selectionStart === input.value.length ? group(input.value) : input.value
}

type Card = CallInput<typeof makeTestToken>['body']

/** Turns the card into a token and pays with it. */
function usePay(pay: CardFormProps['pay']) {
  const startSaving = useChange(saveCard)
  const makeToken = useChange(makeTestToken, [listCards])
  // If the response to a press was lost, the next press sends the same card with the same token, which is never charged
  // twice.
  const last = useRef<{ card: string; token: string } | null>(null)

  return async (card: Card, save: boolean) => {
    const key = JSON.stringify({ card, save })
    if (last.current?.card !== key) {
      const save_secret = save ? (await startSaving.mutateAsync({})).client_secret : undefined
      last.current = { card: key, token: (await makeToken.mutateAsync({ body: { ...card, save_secret } })).id }
    }
    try {
      await pay(last.current.token)
    } catch (error) {
      if (!isUnknown(error)) last.current = null
      throw error
    }
  }
}
