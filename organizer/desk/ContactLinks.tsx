import { phoneLink } from '#/contract/phone-link.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { Contact } from './contract.ts'

const look =
  'inline-flex min-h-11 items-center rounded-sm border-2 border-edge bg-surface px-3 font-[620] hover:border-ink focus-visible:border-ink'

/** Links that write to a player or call them. The phone may be used with WhatsApp too. */
export function ContactLinks({ name, email, phone }: Pick<Contact, 'name' | 'email' | 'phone'>) {
  if (email === null && phone === null) return <p className="text-ink-soft">No email and no phone.</p>
  const call = phone === null ? null : phoneLink(phone)
  const links = [
    ...(email === null ? [] : [{ href: `mailto:${email}`, label: 'Email' }]),
    ...(call === null
      ? []
      : [
          { href: call, label: 'Call' },
          { href: call.replace('tel:', 'sms:'), label: 'Text' },
          { href: `https://wa.me/${call.replace(/;.*$/, '').replaceAll(/\D/g, '')}`, label: 'WhatsApp' },
        ]),
  ]
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ href, label }) => (
        <li key={label}>
          <a href={href} className={look} {...(href.startsWith('https') && { target: '_blank', rel: 'noreferrer' })}>
            {label}
            <span className="sr-only"> {name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** How to reach each of these players. */
export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <section aria-labelledby="contacts" className="flex flex-col gap-3">
      <h2 id="contacts" className="lettering text-xl">
        Contact
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex flex-col gap-2">
            {contact.is_mine ? (
              <TextLink to={deskPaths.player(contact.id)}>{contact.name}</TextLink>
            ) : (
              <span>{contact.name}</span>
            )}
            <ContactLinks {...contact} />
          </li>
        ))}
      </ul>
    </section>
  )
}
