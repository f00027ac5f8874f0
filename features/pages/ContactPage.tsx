import { phoneLink } from '#/contract/phone-link.ts'
import { listedAreas } from '#/contract/areas.ts'
import { getUser, getConfig } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** How to reach the organizers. */
export default function ContactPage() {
  const read = useRead(getConfig, {})
  const me = useRead(getUser, {})
  return (
    <Screen
      title="Contact us"
      lead="Do you have a question, a wrong score, or no partner yet? Write or call us. A person will answer."
    >
      <Loaded of={[read, me]} loading="Loading the address" skeleton={{ kind: 'lines' }}>
        {({ support_email, support_phone }, { user }) => (
          <div className="flex flex-col gap-6">
            <AreaContacts own={user.location} />
            <div className="grid gap-4 sm:grid-cols-2">
              <Way title="Email" href={`mailto:${support_email}`} text={support_email} />
              {support_phone !== '' && <Way title="Phone" href={phoneLink(support_phone)} text={support_phone} />}
            </div>
            <p className="max-w-prose text-ink-soft">
              About a match or a payment, tell us your league and the day. Many answers are in the{' '}
              <TextLink to={paths.rules}>rules</TextLink>.
            </p>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** The contacts of areas that have their own; the reader's area first. */
function AreaContacts({ own }: { own: string | null }) {
  const areas = listedAreas().toSorted((a, b) => Number(b.name === own) - Number(a.name === own))
  return areas.map(
    ({ slug, name, contact }) =>
      contact && (
        <section key={slug} aria-labelledby={`contact-${slug}`}>
          <h2 id={`contact-${slug}`} className="lettering mb-3 text-2xl">
            {name}: {contact.name}
          </h2>
          <div className="grid gap-4 sm:grid-cols-2">
            <Way title="Email" href={`mailto:${contact.email}`} text={contact.email} />
            {contact.phone !== '' && <Way title="Phone" href={phoneLink(contact.phone)} text={contact.phone} />}
          </div>
        </section>
      ),
  )
}

function Way({ title, href, text }: { title: string; href: string; text: string }) {
  return (
    <Card as="section">
      <h2 className="lettering text-xl">{title}</h2>
      <a
        href={href}
        className="mt-2 inline-flex min-h-11 items-center text-lg font-[620] wrap-anywhere underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink"
      >
        {text}
      </a>
    </Card>
  )
}
