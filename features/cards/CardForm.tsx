import { Suspense, type ReactNode } from 'react'
import { useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { getConfig } from '#/features/site/contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'

const TestCardForm = lazyPart(() => import('./TestCardForm.tsx'))
const StripeForm = lazyPart(() => import('./StripeForm.tsx'))

export type CardFormProps = {
  /** In cents. */
  total: number
  /** The bank's reason for refusing the last card. */
  declined: string | undefined
  /** Pays with the card's confirmation token. For a saved card the token is a key generated for this payment. */
  pay: (confirmationToken: string, saved_card?: string) => Promise<void>
  /** Explains why the order failed, with the next step. */
  trouble: (error: ApiError) => ReactNode
}

/** Only a signed-in player may save a new card. */
export type EnteredCardProps = CardFormProps & { canSave?: boolean }

/** The card form of the configured payment provider, loaded on demand. */
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

/** Whether the payment may have gone through despite the error: no response, or a server error. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Puts errors of fields from an earlier step, which are not on this screen, into one sentence. */
export function inOneSentence({ status, code, message, fields, request_id }: ApiError): ApiError {
  const sentences = Object.values(fields).join(' ') || message
  return new ApiError(status, {
    message: sentences,
    ...(code === 'offline' ? {} : { code }),
    ...(request_id === null ? {} : { request_id }),
  })
}
