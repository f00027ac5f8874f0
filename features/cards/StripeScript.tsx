import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'

type StripeScriptProps = {
  publishable_key: string
  /** The page's title until the content sets one. Omitted if it is already set. */
  title?: string
  children: (stripe: Stripe) => ReactNode
}

/** Loads Stripe's script from Stripe when its content is first shown, and keeps it. */
export function StripeScript({ publishable_key, title, children }: StripeScriptProps) {
  const script = useQuery({
    queryKey: ['stripe', publishable_key],
    queryFn: async () => {
      const stripe = await loadStripe(publishable_key)
      if (!stripe) throw new Error('Stripe.js did not load')
      return stripe
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    // Stripe's object is stateful and must not be copied.
    structuralSharing: false,
  })
  if (script.isError)
    return (
      <>
        {title && <PageTitle failed>{title}</PageTitle>}
        <ErrorState onRetry={() => void script.refetch()} busy={script.isFetching}>
          We could not load Stripe’s card form. Check your connection, and that nothing is blocking js.stripe.com.
        </ErrorState>
      </>
    )
  return script.data ? (
    children(script.data)
  ) : (
    <>
      {title && <PageTitle>{title}</PageTitle>}
      <Skeleton kind="rows" label="Loading payment element..." />
    </>
  )
}
