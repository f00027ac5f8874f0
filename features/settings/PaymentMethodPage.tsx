import { Button } from '#/web/ui/Button.tsx'
import { Section } from './Section.tsx'

/** Ways to pay. None is kept yet: the card is entered with each order. */
export default function PaymentMethodPage() {
  return (
    <Section title="Payment method" lead="You enter your card when you join a league; we do not keep it.">
      <title>Payment method · Settings · Deuce</title>
      <Button variant="secondary" reason="Cards can not be kept yet.">
        Add Method
      </Button>
    </Section>
  )
}
