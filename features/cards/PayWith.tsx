import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { isExpired } from '#/rules/card.ts'
import { queries, useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { useForm } from '#/web/form.ts'
import { now } from '#/web/now.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { randomText } from '#/web/random.ts'
import { showToast } from '#/web/ui/toasts.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { isUnknown, type CardFormProps } from './card-payment.web.ts'
import { CardForm } from './CardForm.tsx'
import { listCards } from '#/features/calls.gen.ts'
import type { SavedCard } from './contract.ts'
import { formatCard, formatExpiry } from './format.ts'
import { PayButton } from './PayButton.tsx'

/** A player's card step: one of the saved cards, or a new one. Without saved cards it is only the card form. */
export function PayWith(props: CardFormProps) {
  const read = useRead(listCards, {})
  // Keeps the cards from when the step opened, because later reads must not replace a form that is being filled in.
  const [cards, setCards] = useState<SavedCard[] | null>(null)
  if (cards === null) {
    if (!read.isFetching) setCards(read.data?.cards ?? [])
    return (
      <>
        <PageTitle>Payment</PageTitle>
        <Skeleton kind="rows" label="Loading your cards" />
      </>
    )
  }
  if (cards.length > 0) return <Choice {...props} cards={cards} onGone={setCards} />
  return (
    <div className="flex flex-col gap-5">
      {read.error && <Notice>We could not load your saved cards. You can enter a card.</Notice>}
      <CardForm {...props} canSave />
    </div>
  )
}

type ChoiceProps = CardFormProps & { cards: SavedCard[]; onGone: (left: SavedCard[]) => void }

const another = 'another'
const chosenCard = z.object({ card: z.string().check(z.minLength(1, 'Choose a saved card, or another card.')) })

/** No card is preselected: one careless press would charge the wrong card. */
function Choice({ cards, onGone, ...props }: ChoiceProps) {
  const payWith = usePaySaved(props.pay)
  const form = useForm({
    schema: chosenCard,
    initial: { card: '' },
    noToast: true,
    onSubmit: async ({ card }) => {
      try {
        await payWith(card)
      } catch (error) {
        // Another choice made meanwhile would hide the refusal.
        form.set('card', card)
        if (error instanceof ApiError && error.code === 'card_not_found') {
          forget(card)
          // This form goes with its last card.
          if (cards.length === 1) showToast({ tone: 'bad', text: error.message })
        }
        throw error
      }
    },
  })
  const entering = form.values.card === another

  function forget(gone: string): void {
    form.set('card', '')
    onGone(cards.filter(({ id }) => id !== gone))
    void queries.invalidateQueries({ queryKey: [listCards.method, listCards.path] })
  }

  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5 *:scroll-mt-40">
        {!entering && <PageTitle failed={form.failed}>Payment</PageTitle>}
        {form.errors.length > 0 && <FormErrors form={form} />}
        {!entering && !form.refusal && props.declined !== undefined && (
          <Notice tone="error" title="No money was taken">
            {props.declined}
          </Notice>
        )}
        <RadioGroup
          {...form.radio('card')}
          label="Pay with"
          layout="list"
          options={[...cards.map(optionOf), { value: another, label: 'Another card' }]}
        />
        {!entering && form.refusal && props.trouble(form.refusal)}
        {!entering && <PayButton total={props.total} busy={form.busy} />}
      </form>
      {entering && <CardForm {...props} canSave />}
    </div>
  )
}

function optionOf(card: SavedCard) {
  const expired = isExpired(card, now())
  return {
    value: card.id,
    label: formatCard(card),
    note: `${expired ? 'Expired' : 'Expires'} ${formatExpiry(card)}`,
    disabled: expired,
  }
}

/** Pays with a saved card, under a key generated for it. */
function usePaySaved(pay: CardFormProps['pay']) {
  // If the response to a press was lost, the next press sends the same card with the same key, which is never charged
  // twice.
  const last = useRef<{ card: string; key: string } | null>(null)
  return async (card: string) => {
    if (last.current?.card !== card) last.current = { card, key: `saved_${randomText()}` }
    try {
      await pay(last.current.key, card)
    } catch (error) {
      if (!isUnknown(error)) last.current = null
      throw error
    }
  }
}
