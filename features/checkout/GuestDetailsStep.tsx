import { Suspense, useEffect } from 'react'
import { useNavigate } from '#/web/router.tsx'
import * as z from 'zod/mini'
import { NameFields, PlayingFields } from '#/features/accounts/PlayerFields.tsx'
import { PartnerFields } from '#/features/pairs/PartnerFields.tsx'
import { listSeasons } from '#/features/calls.gen.ts'
import { seasonOf } from '#/features/seasons/offers.ts'
import { useRead } from '#/web/api.ts'
import { hasAges } from '#/rules/age-group.ts'
import { useForm } from '#/web/form.ts'
import { keepPartners, partnersForm, partnerValues } from './partners.web.ts'
import { paths } from '#/contract/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { CartLines } from './CartLines.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import { guestBody } from './guest-contract.ts'
import { detailsIn, keepGuestDetails, useGuestDetails } from '#/features/accounts/guest-details.web.ts'
import { findGuestTerms, keepGuestTerms, toGuestBody } from './guest-order.web.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { GuestTrouble, useGuestPay } from './GuestOrder.tsx'
import { useFreeOrder } from './use-pay.web.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'
import { answering } from '#/contract/questions.ts'
import { answersAll, answersOf, draftOf } from '#/features/questions/answering.web.ts'
import { QuestionFields } from '#/features/questions/QuestionFields.tsx'
import { Acceptance } from '#/features/texts/Acceptance.tsx'
import { notAccepted } from '#/features/texts/accepting.web.ts'
import { acceptance, acceptsAll } from '#/features/texts/contract.ts'
import { lazyPart } from '#/web/lazy-part.tsx'

// Loaded on demand, because few divisions have an age limit.
const AgesPart = lazyPart(() => import('./AgesPart.tsx'))

/** A guest's first step: the order, and the fields of a new account. */
export function GuestDetailsStep() {
  return (
    <GuestFrame title="Your details" back={{ to: paths.leagues, label: 'Back to the leagues' }}>
      {(order) =>
        order.items.length === 0 ? (
          <>
            <PageTitle>Your details</PageTitle>
            <Notice tone="warn" actions={<ButtonLink to={paths.leagues}>See all leagues</ButtonLink>}>
              The items in your cart are no longer offered.
            </Notice>
          </>
        ) : (
          <>
            <div className="mb-8">
              <CartLines order={order} />
            </div>
            <DetailsForm key={order.items.map(({ id }) => id).join()} order={order} />
          </>
        )
      }
    </GuestFrame>
  )
}

const withPartners = z.extend(guestBody, { ...partnersForm.shape, ...acceptance, ...answering }).check(acceptsAll)

function DetailsForm({ order }: { order: OrderInHand }) {
  const navigate = useNavigate()
  const { items: seasons } = useRead(listSeasons, {}).data ?? { items: [] }
  const questions = seasonOf(seasons, order.season)?.questions ?? []
  const details = useGuestDetails()
  const isFree = order.total === 0
  const join = useFreeOrder(useGuestPay(order, details))
  const doubles = order.items.filter(({ kind }) => kind === 'doubles')
  const ofAges = order.items.filter(hasAges)
  const form = useForm({
    schema: withPartners.check((ctx) => answersAll(ctx, questions)),
    initial: {
      ...details,
      // Omits a year that was typed for another cart and is not needed here.
      ...(ofAges.length === 0 && { year_of_birth: '' }),
      ...partnerValues(doubles, null),
      ...notAccepted,
      ...findGuestTerms(),
      answers: draftOf(findGuestTerms().answers),
    },
    toBody: ({ partners, accepted, confirms_age, answers, ...typed }) => ({
      ...toGuestBody(typed),
      partners,
      accepted,
      confirms_age,
      answers: answersOf(questions, answers),
    }),
    noToast: true,
    onSubmit: async (_, { accepted, confirms_age, answers }) => {
      keepGuestTerms({ accepted, confirms_age, answers: answersOf(questions, answers) })
      await (isFree ? join() : navigate(paths.guestCard))
    },
  })
  // Saves while typing, so that going back or reloading loses nothing.
  useEffect(() => keepGuestDetails(detailsIn(form.values)), [form.values])
  useEffect(() => keepPartners(doubles, form.values.partners), [doubles, form.values])

  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5 *:scroll-mt-40">
      <PageTitle failed={form.failed}>Your details</PageTitle>
      <h2 className="lettering text-2xl">Who plays?</h2>
      <p className="-mt-3 text-ink-soft">
        We create your account when you {isFree ? 'join' : 'pay'}, and email you a link to choose a password. Already
        have an account? <TextLink to={paths.signIn}>Sign in</TextLink>; your cart is kept.
      </p>
      {(!form.refusal || form.errors.length > 0) && <FormErrors form={form} />}
      <NameFields form={form} />
      <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <PhoneField
        {...form.field('phone')}
        label="Phone"
        hint="For arranging matches. Only players of your leagues see it."
      />
      <PlayingFields form={form} locationHint="Where you play. Each area has its own table and play-offs." />
      {ofAges.length > 0 && (
        <Suspense>
          <AgesPart divisions={ofAges} year={order.season.year} known={null} field={form.field('year_of_birth')} />
        </Suspense>
      )}
      <TextField
        {...form.field('referral_code')}
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
      />
      <PartnerFields doubles={doubles} field={form.field} />
      <QuestionFields form={form} questions={questions} />
      <Acceptance form={form} />
      {form.refusal && <GuestTrouble error={form.refusal} isFree />}
      <FormActions note={isFree ? 'There is nothing to pay.' : 'Nothing is charged before the next step.'}>
        <Button type="submit" size="lg" busy={form.busy} className="w-full sm:w-auto">
          {isFree ? 'Join for free' : 'Continue to the card'}
        </Button>
      </FormActions>
    </form>
  )
}
