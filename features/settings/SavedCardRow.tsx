import { useState } from 'react'
import { forgetCard, listCards } from '#/features/calls.gen.ts'
import type { SavedCard } from '#/features/cards/contract.ts'
import { formatCard, formatExpiry } from '#/features/cards/format.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'

/** A saved card, and the button that removes it. */
export function SavedCardRow({ card, onRemoved }: { card: SavedCard; onRemoved: () => void }) {
  const [confirming, setConfirming] = useState(false)
  // The dialog closes before the card goes, so that the focus can move to the list.
  const forget = useAction(forgetCard, { stale: [listCards], onDone: onRemoved })
  const name = formatCard(card)

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="tabular font-[650]">{name}</p>
        <p className="tabular text-sm text-ink-soft">Expires {formatExpiry(card)}</p>
      </div>
      <Button variant="secondary" size="sm" busy={forget.busy} onClick={() => setConfirming(true)}>
        Remove<span className="sr-only">: {name}</span>
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Remove this card?"
        description={`${name} will no longer be kept. What you paid with it stays paid.`}
        confirm="Remove card"
        cancel="Keep it"
        tone="danger"
        onConfirm={() => {
          setConfirming(false)
          forget.run({ params: { card: card.id } })
        }}
      />
    </li>
  )
}
