import { useEffect, useRef, type ReactNode } from 'react'
import { isUnknown } from '#/features/cards/card-payment.web.ts'
import type { ApiError } from '#/web/call.ts'
import { Notice } from '#/web/ui/Notice.tsx'

type PaymentTroubleProps = {
  error: ApiError
  /** Whether the order costs nothing. */
  isFree?: boolean
  children: ReactNode
}

/** Explains why the order failed, once: its form shows no toast. `children` is the next step. */
export function PaymentTrouble({ error, isFree = false, children }: PaymentTroubleProps) {
  const box = useRef<HTMLDivElement>(null)
  const unknown = isUnknown(error)
  // The notice moves the button below it, perhaps out of view.
  useEffect(() => {
    box.current?.closest('form')?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const title = isFree
    ? { known: 'You have not joined', unknown: 'We do not know yet if you have joined' }
    : { known: 'No money was taken', unknown: 'We do not know yet if your payment went through' }
  return (
    <div ref={box}>
      <Notice tone="error" title={unknown ? title.unknown : title.known} actions={children}>
        {error.message}
        {unknown &&
          (isFree
            ? ' Press the button again: you will not join a league twice.'
            : ' Press the button again: we continue the same payment and never charge you twice.')}
      </Notice>
    </div>
  )
}
