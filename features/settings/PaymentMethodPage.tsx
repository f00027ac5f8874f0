import { lazy, Suspense, useRef, useState } from 'react'
import { useChange, useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Section } from './Section.tsx'
import { getConfig } from '#/features/site/contract.ts'
import { forgetCard, listCards, type SavedCard } from '#/features/cards/contract.ts'

// With Stripe's library: loaded when a card is added.
const NewCardForm = lazy(() => import('#/features/cards/NewCardForm.tsx'))

/** Ways to pay: the cards that the payment provider keeps for the player. */
export default function PaymentMethodPage() {
  const config = useRead(getConfig, {})
  const { data, error } = config
  return (
    <>
      <title>Payment method · Settings · Deuce</title>
      {data ? (
        data.payment.publishable_key === null ? (
          <NoneKept />
        ) : (
          <Cards publishable_key={data.payment.publishable_key} />
        )
      ) : error ? (
        <ReadError of={config} />
      ) : (
        <Skeleton kind="rows" label="Loading your cards" />
      )}
    </>
  )
}

/** The test provider keeps no cards. */
function NoneKept() {
  return (
    <Section title="Payment method" lead="You enter your card when you join a league; we do not keep it.">
      <Button variant="secondary" reason="Cards are not kept in test mode: each payment asks for one.">
        Add Method
      </Button>
    </Section>
  )
}

function Cards({ publishable_key }: { publishable_key: string }) {
  const cards = useRead(listCards, {})
  const { data, error } = cards
  const list = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState(false)

  function close(): void {
    setAdding(false)
    list.current?.focus()
  }

  /** Stripe's books say whether the card is kept, not the browser. */
  async function lookAgain(): Promise<void> {
    const known = data?.cards.map(({ id }) => id) ?? []
    const now = await cards.refetch()
    const kept = now.data?.cards.some(({ id }) => !known.includes(id))
    showToast(
      kept
        ? { tone: 'good', text: 'Your card is saved.' }
        : { tone: 'bad', text: 'We could not see the new card yet. Load this page again in a moment.' },
    )
    close()
  }

  return (
    <Section
      title="Payment method"
      lead="Stripe keeps your cards. We see the brand, the last four digits and the expiry, never the number. A payment still asks for a card."
    >
      {data ? (
        <div className="flex flex-col gap-6">
          <section ref={list} tabIndex={-1} aria-label="Saved cards" className="outline-offset-4">
            {data.cards.length === 0 ? (
              <p>No card is saved yet.</p>
            ) : (
              <ul className="border-t border-line">
                {data.cards.map((card) => (
                  <Card key={card.id} card={card} onRemoved={() => list.current?.focus()} />
                ))}
              </ul>
            )}
          </section>
          {adding ? (
            <Suspense fallback={<Skeleton kind="rows" label="Loading payment element..." />}>
              <NewCardForm publishable_key={publishable_key} onSaved={lookAgain} onCancel={close} />
            </Suspense>
          ) : (
            <p>
              <Button variant="secondary" onClick={() => setAdding(true)}>
                Add Method
              </Button>
            </p>
          )}
        </div>
      ) : error ? (
        <ReadError of={cards} />
      ) : (
        <Skeleton kind="rows" label="Loading your cards" />
      )}
    </Section>
  )
}

/** Stripe's names of brands that are not said by a capital alone. */
const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

function formatCard({ brand, last4 }: SavedCard): string {
  return `${brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)} ending in ${last4}`
}

function Card({ card, onRemoved }: { card: SavedCard; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false)
  const forget = useChange(forgetCard, [listCards])
  const name = formatCard(card)

  async function remove(): Promise<void> {
    // The question holds the focus while it is open, and goes before the card does.
    setAsking(false)
    try {
      const { message } = await forget.mutateAsync({ params: { card: card.id } })
      showToast({ tone: 'good', text: message })
      onRemoved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'bad', text: error.message })
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="tabular font-[650]">{name}</p>
        <p className="tabular text-sm text-ink-soft">
          Expires {String(card.exp_month).padStart(2, '0')} / {card.exp_year}
        </p>
      </div>
      <Button variant="secondary" size="sm" busy={forget.isPending} onClick={() => setAsking(true)}>
        Remove<span className="sr-only">: {name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove this card?"
        description={`${name} will no longer be kept. What you paid with it stays paid.`}
        confirm="Remove card"
        cancel="Keep it"
        tone="danger"
        onConfirm={() => void remove()}
      />
    </li>
  )
}
