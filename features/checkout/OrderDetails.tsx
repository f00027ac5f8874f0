import { neededDetails } from '#/contract/genders.ts'
import { Suspense, useEffect } from 'react'
import * as z from 'zod/mini'
import { useNavigate } from '#/web/router.tsx'
import { yearOfBirth } from '#/contract/age-group.ts'
import { readArea } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { getUser, listSeasons } from '#/features/calls.gen.ts'
import type { User } from '#/features/accounts/contract.ts'
import { PartnerFields } from '#/features/pairs/PartnerFields.tsx'
import type { Division, Season } from '#/features/seasons/contract.ts'
import { seasonOf, yearInAddress, saleProblemAt } from '#/features/seasons/offers.ts'
import { now } from '#/web/now.ts'
import { hasAges } from '#/rules/age-group.ts'
import { useRead } from '#/web/api.ts'
import { useCart } from './cart.web.ts'
import { useForm } from '#/web/form.ts'
import { keepPartners, partnersForm, partnerValues } from './partners.web.ts'
import { paths } from '#/contract/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { CartLines } from './CartLines.tsx'
import { CheckoutFrame, type OrderInHand } from './CheckoutFrame.tsx'
import { FreeSeasonOffer } from './FreeSeasonOffer.tsx'
import { OrderTrouble, useOwnPay } from './PaymentStep.tsx'
import { useFreeOrder } from './use-pay.web.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'

/** First step: the cart, the area and partners, and the button to the card step. */
export function OrderDetails() {
  const { league_slug, year } = useCart()
  const { items: seasons } = useRead(listSeasons, {}).data ?? { items: [] }
  const season = seasonOf(seasons, { slug: league_slug, year: year ?? null })
  return (
    <CheckoutFrame
      title="Order summary"
      back={{
        to: paths.divisions(league_slug, season ? yearInAddress(seasons, season) : year),
        label: 'Back to the divisions',
      }}
    >
      {(order) => (
        <>
          <CartLines order={order} />
          <div className="mt-6 flex flex-col items-start gap-6 *:w-full">
            <Next order={order} season={season} />
          </div>
        </>
      )}
    </CheckoutFrame>
  )
}

const AskFirst = lazyPart(() => import('./AskFirst.tsx'))
// Loaded on demand, because few areas are closed.
const ClosedArea = lazyPart(() => import('./ClosedArea.tsx'))
// Loaded on demand, because few divisions have an age limit.
const AgesPart = lazyPart(() => import('./AgesPart.tsx'))

// Loaded on demand, because few levels look wrong.
const DivisionFit = lazyPart(() => import('#/features/ratings/DivisionFit.tsx'))

const title = <PageTitle>Order summary</PageTitle>

/** The step to complete before the card, or the reason that the order cannot be placed. */
function Next({ order, season }: { order: OrderInHand; season: Season | undefined }) {
  const me = useRead(getUser, {})
  const doubles = order.items.filter(({ kind }) => kind === 'doubles')
  const ofAges = order.items.filter(hasAges)
  if (order.items.length === 0)
    return (
      <>
        {title}
        <Notice tone="warn" actions={<ButtonLink to={paths.joinLeague}>See all seasons</ButtonLink>}>
          The items in your cart are no longer offered.
        </Notice>
      </>
    )
  if (order.area === null)
    return (
      <>
        {title}
        <Notice
          tone="warn"
          title="Your profile is not complete"
          actions={<ButtonLink to={paths.settings}>Complete your profile</ButtonLink>}
        >
          You need to add {neededDetails()} before you can join a league.
        </Notice>
      </>
    )
  const area = readArea(order.area)
  if (saleProblemAt(now(), area) !== null)
    return (
      <>
        {title}
        <Suspense>
          <ClosedArea area={area} signedIn />
        </Suspense>
      </>
    )
  const rest = (
    <>
      <Notice title={`You will play in ${order.area}`}>
        This is the area in your profile. Each area has its own table and play-offs.
      </Notice>
      <Suspense>
        {order.items.map((division) => (
          <DivisionFit key={division.id} division={division} />
        ))}
      </Suspense>
      <FreeSeasonOffer order={order} />
      {me.data && (
        <Ready
          key={[...doubles, ...ofAges].map(({ id }) => id).join()}
          order={order}
          doubles={doubles}
          ofAges={ofAges}
          user={me.data.user}
        />
      )}
    </>
  )
  const { texts, minimum_age } = organization()
  const asks = texts.length > 0 || minimum_age !== null || (season?.questions.length ?? 0) > 0
  if (!asks) return rest
  return (
    <Suspense fallback={title}>
      <AskFirst season={season} title={title}>
        {rest}
      </AskFirst>
    </Suspense>
  )
}

type ReadyProps = { order: OrderInHand; doubles: Division[]; ofAges: Division[]; user: User }

const readyForm = z.extend(partnersForm, { year_of_birth: yearOfBirth })

/**
 * The partners, the year of birth if a division needs it, and the button to the card step; a free order is placed here.
 */
function Ready({ order, doubles, ofAges, user }: ReadyProps) {
  const navigate = useNavigate()
  const isFree = order.total === 0
  const join = useFreeOrder(useOwnPay(order))
  const asksYear = ofAges.length > 0 && user.year_of_birth === null
  const form = useForm({
    schema: readyForm,
    noToast: true,
    initial: { ...partnerValues(doubles, user.doubles_partner), year_of_birth: null },
    // Partners are stored separately below, because the card step sends them.
    ...(asksYear && { keep: { name: `year-of-birth-by-${user.id}`, except: ['partners'] } }),
    onSubmit: async ({ year_of_birth }) => {
      if (year_of_birth !== null) {
        await (await import('./save-year.web.ts')).saveYearOfBirth(year_of_birth)
        // The profile now has the year, although the order may still be refused.
        form.forget()
      }
      await (isFree ? join() : navigate(paths.payment))
    },
  })
  useEffect(() => keepPartners(doubles, form.values.partners), [doubles, form.values])
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-6">
      <PageTitle failed={form.failed}>Order summary</PageTitle>
      {form.errors.length > 0 && <FormErrors form={form} />}
      {ofAges.length > 0 && (
        <Suspense>
          <AgesPart
            divisions={ofAges}
            year={order.season.year}
            known={user.year_of_birth}
            field={form.number('year_of_birth')}
          />
        </Suspense>
      )}
      <PartnerFields doubles={doubles} field={form.field} />
      {form.refusal && <OrderTrouble error={form.refusal} isFree />}
      <Button type="submit" size="lg" busy={form.busy} className="w-full sm:w-auto sm:self-start">
        {isFree ? 'Join for free' : 'Make Payment'}
      </Button>
    </form>
  )
}
