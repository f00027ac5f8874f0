import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { formatDollars, toCents, formatOrderNumber } from '#/contract/format.ts'
import { queries, readOf, useChange, useRead } from '#/web/api.ts'
import { cart, clearCart } from './cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { completePurchase, listPurchases } from './contract.ts'
import { PaymentStep } from './PaymentStep.tsx'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { answerTestBank } from '#/features/cards/contract.ts'

type OrderProgressProps = {
  order_id: string
  /** Where a declined card leads; the buyer's own card step when left out. */
  declined?: (reason: string) => ReactNode
  /** What the buyer is told beside the receipt. */
  news?: ReactNode
}

/** An order that exists, as the server knows it: asks for the bank's answer, waits for it, or celebrates. */
export function OrderProgress({ order_id, declined, news }: OrderProgressProps) {
  const order = useQuery({
    ...readOf(completePurchase, { params: { order_id } }),
    // A payment without an answer is asked about until there is one.
    refetchInterval: ({ state }) => (state.data?.data.status === 'Pending' && !state.error ? 3000 : false),
  })
  const { data, error } = order
  if (error?.code === 'payment_declined')
    return declined ? (
      declined(error.message)
    ) : cart.get().cart.length > 0 ? (
      <PaymentStep declined={error.message} />
    ) : (
      <NothingLeft reason={error.message} />
    )
  return (
    <>
      <PageHeader title="Payment" />
      {error ? (
        <>
          <title>Error: Payment · Deuce</title>
          <ReadError
            of={order}
            missing="We could not find this order in your account."
            action={
              <ButtonLink to={paths.paymentHistory} variant="quiet">
                Payment history
              </ButtonLink>
            }
          />
        </>
      ) : data === undefined ? (
        <>
          <title>Payment · Deuce</title>
          <Skeleton label="Checking the payment" />
        </>
      ) : data.data.status === 'Paid' ? (
        <PaymentSuccess order_id={order_id} message={data.message} news={news} />
      ) : data.data.status === 'requires_action' ? (
        <Bank client_secret={data.data.client_secret ?? ''} order_id={order_id} onAnswered={() => order.refetch()} />
      ) : (
        <>
          <title>Checking the payment · Deuce</title>
          <Notice title="We are checking this payment with the bank" announce>
            <p>
              You will not be charged twice. This page updates as soon as there is an answer; you can also close it and
              check your payment history later.
            </p>
          </Notice>
        </>
      )}
    </>
  )
}

function NothingLeft({ reason }: { reason: string }) {
  return (
    <>
      <title>Payment · Deuce</title>
      <PageHeader title="Payment" />
      <EmptyState
        picture="empty-cart"
        title="No money was taken"
        action={<ButtonLink to={paths.joinLeague}>Choose again</ButtonLink>}
      >
        {reason}
      </EmptyState>
    </>
  )
}

type BankProps = { order_id: string; client_secret: string; onAnswered: () => Promise<unknown> }

const StripeBank = lazy(() => import('#/features/cards/StripeBank.tsx'))

/** The bank's question, in the window of this installation's payment provider. */
function Bank(props: BankProps) {
  const { data } = useRead(getConfig, {})
  if (!data) return <Skeleton label="Connecting to your bank" />
  const { publishable_key } = data.payment
  if (publishable_key === null) return <TestBank {...props} />
  return (
    <Suspense fallback={<Skeleton label="Connecting to your bank" />}>
      <StripeBank publishable_key={publishable_key} client_secret={props.client_secret} onAnswered={props.onAnswered} />
    </Suspense>
  )
}

/** The page of the test provider's bank, for the card that asks for authentication. */
function TestBank({ order_id, client_secret, onAnswered }: BankProps) {
  const [open, setOpen] = useState(true)
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null)
  const answer = useChange(answerTestBank)
  const lines = useLinesOf(order_id)
  const amount =
    lines.length > 0 ? formatDollars(lines.reduce((sum, { price }) => sum + toCents(price), 0) / 100) : 'this amount'

  async function say(approved: boolean): Promise<void> {
    if (asking) return
    setAsking(approved ? 'approve' : 'refuse')
    // Answered in another tab is answered too: how the order stands is asked either way.
    await answer.mutateAsync({ body: { client_secret, approved } }).catch(() => undefined)
    await onAnswered()
    setAsking(null)
  }

  return (
    <>
      <title>Confirm with your bank · Deuce</title>
      <Notice
        tone="warn"
        title="Your bank needs you to confirm this payment"
        actions={<Button onClick={() => setOpen(true)}>Confirm with your bank</Button>}
      >
        We hold your place until you confirm. Nothing is charged before that.
      </Notice>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Test bank"
        description={`Are you paying ${amount} to ${PRODUCT_NAME}? Test mode: no money moves.`}
        actions={
          <>
            <Button busy={asking === 'approve'} onClick={() => void say(true)}>
              Approve
            </Button>
            <Button variant="secondary" busy={asking === 'refuse'} onClick={() => void say(false)}>
              Refuse
            </Button>
          </>
        }
      >
        {answer.error && <Notice tone="error">{answer.error.message}</Notice>}
      </Dialog>
    </>
  )
}

/** What was joined, the order's number, the next step. Closing it goes to my league. */
function PaymentSuccess({ order_id, message, news }: { order_id: string; message: string; news: ReactNode }) {
  const navigate = useNavigate()
  const lines = useLinesOf(order_id)
  const toMyLeague = () => void navigate(paths.myLeague, { replace: true })
  useEffect(() => {
    clearCart()
    for (const { method, path } of [listPurchases, listMyLeagues, listSeasons])
      void queries.invalidateQueries({ queryKey: [method, path] })
  }, [])
  return (
    <>
      <title>You are in · Deuce</title>
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <p>
          Order <span className="tabular font-[650]">{formatOrderNumber(order_id)}</span> is paid.
        </p>
        <ButtonLink to={paths.myLeague} replace>
          My league
        </ButtonLink>
      </Card>
      <Dialog
        open
        onClose={toMyLeague}
        title="You are in"
        description={message}
        actions={
          <>
            <Button onClick={toMyLeague}>Go to my league</Button>
            <ButtonLink to={paths.receipt(order_id)} replace variant="quiet">
              Receipt
            </ButtonLink>
          </>
        }
      >
        <Court slug="no-league" className="-mx-5 mb-4 h-32 w-[calc(100%+2.5rem)] sm:-mx-6 sm:w-[calc(100%+3rem)]" />
        {news}
        <DataList
          items={[
            { term: 'Order number', value: formatOrderNumber(order_id) },
            ...lines.map((line) => ({
              term: line.level_name,
              value: `${line.league_name} ${line.year}, ${areaName(line.area)}`,
            })),
            { term: 'Paid', value: formatDollars(lines.reduce((sum, { price }) => sum + toCents(price), 0) / 100) },
          ]}
        />
      </Dialog>
    </>
  )
}

function useLinesOf(order_id: string) {
  const purchases = useRead(listPurchases, {})
  return purchases.data?.purchases.filter((line) => line.order_id === order_id) ?? []
}
