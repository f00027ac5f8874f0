import { Suspense, useRef, useState } from 'react'
import { listCards, getConfig } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { SavedCardRow } from './SavedCardRow.tsx'
import { Section } from './Section.tsx'

// This part contains Stripe's library, so it is loaded only when a card is added.
const NewCardForm = lazyPart(() => import('#/features/cards/NewCardForm.tsx'))

/** The player's saved cards at the payment provider. */
export default function PaymentMethodPage() {
  const config = useRead(getConfig, {})
  return (
    <>
      <PageTitle>Payment method · Settings</PageTitle>
      <Loaded of={config} loading="Loading your cards">
        {({ payment: { publishable_key } }) => <Cards publishable_key={publishable_key} />}
      </Loaded>
    </>
  )
}

function Cards({ publishable_key }: { publishable_key: string | null }) {
  const read = useRead(listCards, {})
  const list = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState(false)

  function close(): void {
    setAdding(false)
    list.current?.focus()
  }

  /** Reads the cards again: the provider, not the browser, says whether a card was saved. */
  async function checkSaved(): Promise<void> {
    const known = read.data?.cards.map(({ id }) => id) ?? []
    const { data } = await read.refetch()
    const kept = data?.cards.some(({ id }) => !known.includes(id))
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
      lead={`${publishable_key === null ? 'The test provider' : 'Stripe'} keeps your cards. We see the brand, the last four digits and the expiry, never the number. When you pay, you choose one of them or another card.`}
    >
      <Loaded of={read} loading="Loading your cards">
        {({ cards }) => (
          <div className="flex flex-col gap-6">
            <section ref={list} tabIndex={-1} aria-label="Saved cards" className="outline-offset-4">
              {cards.length === 0 ? (
                <p>No card is saved yet.</p>
              ) : (
                <ul className="border-t border-line">
                  {cards.map((card) => (
                    <SavedCardRow key={card.id} card={card} onRemoved={() => list.current?.focus()} />
                  ))}
                </ul>
              )}
            </section>
            {publishable_key === null ? (
              <p>
                <Button
                  variant="secondary"
                  reason="In test mode a card is saved when you pay with it: tick “Save this card for next time”."
                >
                  Add Method
                </Button>
              </p>
            ) : adding ? (
              <Suspense fallback={<Skeleton kind="rows" label="Loading payment element..." />}>
                <NewCardForm publishable_key={publishable_key} onSaved={checkSaved} onCancel={close} />
              </Suspense>
            ) : (
              <p>
                <Button variant="secondary" onClick={() => setAdding(true)}>
                  Add Method
                </Button>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  )
}
