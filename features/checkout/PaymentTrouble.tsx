import type { ReactNode } from 'react'
import { isUnknown } from '#/features/cards/CardForm.tsx'
import type { ApiError } from '#/web/call.ts'
import { Notice } from '#/web/ui/Notice.tsx'

/** Why the order did not go through; `children` is the next step. */
export function PaymentTrouble({ error, children }: { error: ApiError; children: ReactNode }) {
  const unknown = isUnknown(error)
  return (
    <Notice
      tone="error"
      announce={false}
      title={unknown ? 'We do not know yet if your payment went through' : 'No money was taken'}
      actions={children}
    >
      {error.message}
      {unknown && ' Press the button again: we continue the same payment and never charge you twice.'}
    </Notice>
  )
}
