import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { areaNames, areas, genders, singlesLevels } from '#/contract/fields.ts'
import { sayDollars } from '#/features/seasons/words.ts'
import { removeFromCart } from '#/web/cart.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/web/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import { guestBody } from './guest-contract.ts'
import { keepGuestDetails, toGuestBody, useGuestDetails } from '#/web/guest-details.ts'
import { GuestFrame } from './GuestFrame.tsx'

/** First step of a guest: the order, and the few things an account needs. */
export function GuestDetailsStep() {
  return (
    <GuestFrame title="Your details" back={{ to: paths.leagues, label: 'Back to the leagues' }}>
      {(order) =>
        order.items.length === 0 ? (
          <>
            <title>Your details · Deuce</title>
            <Notice tone="warn" actions={<ButtonLink to={paths.leagues}>See all leagues</ButtonLink>}>
              What was in your cart is no longer offered.
            </Notice>
          </>
        ) : (
          <>
            <Lines items={order.items} />
            <DetailsForm />
          </>
        )
      }
    </GuestFrame>
  )
}

function Lines({ items }: { items: OrderInHand['items'] }) {
  return (
    <section aria-label="Divisions" className="mb-8">
      <ul className="border-t border-line">
        {items.map(({ id, name, image, price }) => (
          <li key={id} className="flex items-center gap-4 border-b border-line py-3">
            <img src={image} alt="" className="aspect-[4/3] w-16 shrink-0 rounded-sm object-cover sm:w-20" />
            <div className="min-w-0 flex-1">
              <p className="lettering text-lg">{name}</p>
              <p className="tabular text-ink-soft">{sayDollars(price)}</p>
            </div>
            <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => removeFromCart(id)}>
              Remove
              <span className="sr-only">: {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

function DetailsForm() {
  const navigate = useNavigate()
  const details = useGuestDetails()
  const form = useForm({
    schema: guestBody,
    initial: details,
    toBody: toGuestBody,
    onSubmit: async () => navigate(paths.guestCard),
  })
  // Kept as it is typed: going back, or a reload, loses nothing.
  useEffect(() => keepGuestDetails(form.values), [form.values])

  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5 *:scroll-mt-40">
      <title>{form.errors.length > 0 ? 'Error: Your details · Deuce' : 'Your details · Deuce'}</title>
      <h2 className="lettering text-2xl">Who plays?</h2>
      <p className="-mt-3 text-ink-soft">
        We make an account of this when you pay, and mail you a link to choose a password. Have one?{' '}
        <TextLink to={paths.signIn}>Sign in</TextLink>; your cart is kept.
      </p>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" />
      </div>
      <TextField {...form.field('email')} label="E-mail" type="email" inputMode="email" autoComplete="email" />
      <PhoneField
        {...form.field('phone')}
        label="Phone"
        hint="For arranging matches. Only players of your leagues see it."
      />
      <RadioGroup
        {...form.radio('singles_level')}
        label="Singles level"
        hint="Your NTRP rating, or your best guess: 3.0 keeps a rally going, 4.5 wins local tournaments."
        options={choices(singlesLevels)}
      />
      <RadioGroup {...form.radio('gender')} label="Gender" options={choices(genders)} />
      <RadioGroup
        {...form.radio('location')}
        label="Location"
        hint="Where you play: the table and the play-offs are that area's."
        options={choices(areas.map((slug) => areaNames[slug]))}
      />
      <TextField
        {...form.field('referral_code')}
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
      />
      <FormActions note="Nothing is charged before the next step.">
        <Button type="submit" size="lg" className="w-full sm:w-auto">
          Continue to the card
        </Button>
      </FormActions>
    </form>
  )
}
