import { Suspense, type ReactNode } from 'react'
import { useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { getConfig } from '#/features/calls.gen.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'

const TestCardForm = lazyPart(() => import('./TestCardForm.tsx'))
const StripeForm = lazyPart(() => import('./StripeForm.tsx'))

export type CardFormProps = {
  /** Cents. */
  total: number
  /** The bank's reason for refusing the last card. */
  declined: string | undefined
  /** Buys with the card's confirmation token; with a saved card it is a key made up for this payment. */
  pay: (confirmationToken: string, saved_card?: string) => Promise<void>
  /** Why the order did not go through, and the way on. */
  trouble: (error: ApiError) => ReactNode
}

/** A new card may be saved only by a player who is signed in. */
export type EnteredCardProps = CardFormProps & { canSave?: boolean }

/** The card form of this installation's payment provider; its code is loaded here alone. */
export function CardForm({ canSave = false, ...props }: EnteredCardProps) {
  const config = useRead(getConfig, {})
  return (
    <>
      {!config.data && <PageTitle failed={config.error !== null}>Payment</PageTitle>}
      <Loaded of={config} loading={loading}>
        {({ payment: { publishable_key } }) => (
          <Suspense
            fallback={
              <>
                <PageTitle>Payment</PageTitle>
                <Skeleton kind="rows" label={loading} />
              </>
            }
          >
            {publishable_key === null ? (
              <TestCardForm {...props} canSave={canSave} />
            ) : (
              <StripeForm {...props} publishable_key={publishable_key} />
            )}
          </Suspense>
        )}
      </Loaded>
    </>
  )
}

const loading = 'Loading payment element...'

/** Whether the payment may have gone through all the same: no answer, or a server's error. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** What is wrong with fields of an earlier step, which are not on this screen. */
export function inOneSentence({ status, code, message, fields, request_id }: ApiError): ApiError {
  const sentences = Object.values(fields).join(' ') || message
  return new ApiError(status, {
    message: sentences,
    ...(code === 'offline' ? {} : { code }),
    ...(request_id === null ? {} : { request_id }),
  })
}
