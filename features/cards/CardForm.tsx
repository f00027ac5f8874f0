import { Suspense } from 'react'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { getConfig } from '#/features/calls.gen.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import type { EnteredCardProps } from './card-payment.web.ts'

const TestCardForm = lazyPart(() => import('./TestCardForm.tsx'))
const StripeForm = lazyPart(() => import('./StripeForm.tsx'))

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
