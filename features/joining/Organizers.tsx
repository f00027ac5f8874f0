import { phoneLink } from '#/contract/phone-link.ts'
import { contactOf } from '#/contract/area-contact.ts'
import { type AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'

/** The operator and the contact: the area's own if it has one. */
export function Organizers({ area }: { area: AreaSlug | undefined }) {
  const { name, support_email, support_phone } = organization()
  const contact = area === undefined ? undefined : contactOf(area)
  const { email, phone } = contact ?? { email: support_email, phone: support_phone }
  return (
    <section className="mt-6 max-w-prose">
      <h2 className="lettering text-2xl">Who runs it</h2>
      <p className="mt-2">
        {name}’s organizers run every league: they open the seasons, settle disputed scores and draw the play-offs. You
        arrange your own matches, on courts near you, and both players bring balls.
      </p>
      <p className="mt-2">
        Questions before you buy?{contact ? ` Ask ${contact.name}:` : ''}{' '}
        <a className="underline decoration-2 underline-offset-4 hover:no-underline" href={`mailto:${email}`}>
          {email}
        </a>
        {phone !== '' && (
          <>
            {' '}
            or{' '}
            <a className="underline decoration-2 underline-offset-4 hover:no-underline" href={phoneLink(phone)}>
              {phone}
            </a>
          </>
        )}
        .
      </p>
    </section>
  )
}
