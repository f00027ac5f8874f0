import type { ReactNode } from 'react'
import { isUnknown } from '#/features/cards/card-payment.web.ts'
import type { ApiError } from '#/web/call.ts'
import { Notice } from '#/web/ui/Notice.tsx'

type PaymentTroubleProps = {
  error: ApiError
  /** The order costs nothing. */
  isFree?: boolean
  children: ReactNode
}

/** Why the order did not go through; `children` is the next step. */
export function PaymentTrouble({ error, isFree = false, children }: PaymentTroubleProps) {
  const unknown = isUnknown(error)
  const title = isFree
    ? { known: 'You have not joined', unknown: 'We do not know yet if you have joined' }
    : { known: 'No money was taken', unknown: 'We do not know yet if your payment went through' }
  return (
    <Notice tone="error" announce={false} title={unknown ? title.unknown : title.known} actions={children}>
      {error.message}
      {unknown &&
        (isFree
          ? ' Press the button again: you will not join a league twice.'
          : ' Press the button again: we continue the same payment and never charge you twice.')}
    </Notice>
  )
}
