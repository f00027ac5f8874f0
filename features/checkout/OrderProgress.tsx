import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { paths } from '#/contract/paths.ts'
import { readOf } from '#/web/api.ts'
import { useLiveTopics } from '#/web/live.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import { cart } from './cart.web.ts'
import { completePurchase } from '#/features/calls.gen.ts'
import { PaymentStep } from './PaymentStep.tsx'
import { PaymentSuccess } from './PaymentSuccess.tsx'

// Loaded on demand, because few banks ask for authentication.
const HeldOrder = lazyPart(() => import('./HeldOrder.tsx'))
const BankStep = lazyPart(() => import('./BankStep.tsx'))

type OrderProgressProps = {
  order_id: string
  /** Shown when the card is declined. Defaults to the buyer's own card step. */
  declined?: (reason: string) => ReactNode
  /** Shown above the order once it is paid. */
  notice?: ReactNode
}

/** A stored order: the bank's authentication, the wait for the outcome, or the success. */
export function OrderProgress({ order_id, declined, notice }: OrderProgressProps) {
  const read = readOf(completePurchase, { params: { order_id } })
  const order = useQuery({
    ...read,
    // The live stream reports the provider's event. This poll asks the provider in case the event is lost.
    refetchInterval: ({ state }) => (state.data?.data.status === 'Pending' && !state.error ? 15_000 : false),
  })
  useLiveTopics(useQueryClient(), read.queryKey, { topics: [`order:${order_id}`], says: null })
  const { data, error } = order

  /** Reads the order after the bank was answered. Once more if a read was in progress that began before the answer. */
  async function readAnswer(): Promise<void> {
    // Not canceled: after a refusal, only the first reply to a guest has the reason.
    const first = await order.refetch({ cancelRefetch: false })
    if (first.data?.data.status === 'requires_action' && !first.error) await order.refetch({ cancelRefetch: false })
  }

  if (error?.code === 'payment_declined') {
    if (declined) return declined(error.message)
    return cart.get().cart.length > 0 ? (
      <PaymentStep declined={error.message} />
    ) : (
      <NothingLeft reason={error.message} />
    )
  }
  const status = error ? undefined : data?.data.status
  const documentTitle = status && titles[status]
  return (
    <Screen title="Payment" documentTitle={documentTitle} failed={error !== null}>
      <Loaded
        of={error ? { ...order, data: undefined } : order}
        loading="Checking the payment"
        skeleton={{ kind: 'lines' }}
        missing="We could not find this order in your account."
        action={
          <ButtonLink to={paths.paymentHistory} variant="quiet">
            Payment history
          </ButtonLink>
        }
      >
        {({ message, data: { status: state, client_secret = '', held_until } }) => {
          if (held_until !== undefined)
            return (
              <Suspense fallback={<Skeleton label="Loading your order" />}>
                <HeldOrder order_id={order_id} held_until={held_until} />
              </Suspense>
            )
          if (state === 'Paid' || state === 'Confirmed')
            return (
              <PaymentSuccess order_id={order_id} isFree={state === 'Confirmed'} message={message} notice={notice} />
            )
          if (state === 'requires_action')
            return (
              <Suspense fallback={<Skeleton label="Connecting to your bank" />}>
                <BankStep client_secret={client_secret} order_id={order_id} onAnswered={readAnswer} />
              </Suspense>
            )
          return (
            <Notice title="We are checking this payment with the bank" announce>
              <p>
                You will not be charged twice. This page updates as soon as there is an answer; you can also close it
                and check your payment history later.
              </p>
            </Notice>
          )
        }}
      </Loaded>
    </Screen>
  )
}

const titles = {
  Paid: 'You are in',
  Confirmed: 'You are in',
  requires_action: 'Confirm with your bank',
  Pending: 'Checking the payment',
  Held: 'Your place is held',
} as const

function NothingLeft({ reason }: { reason: string }) {
  return (
    <Screen title="Payment">
      <EmptyState
        picture="empty-cart"
        title="No money was taken"
        action={<ButtonLink to={paths.joinLeague}>Choose again</ButtonLink>}
      >
        {reason}
      </EmptyState>
    </Screen>
  )
}
