import { contactOf } from '#/contract/area-contact.ts'
import { type AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { getConfig } from '#/features/site/contract.ts'
import { useRead } from '#/web/api.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** Who runs the leagues, and how to reach them: the area's own contact where it has one. */
export function Organizers({ area }: { area: AreaSlug | undefined }) {
  const { data: config } = useRead(getConfig, {})
  const contact = area === undefined ? undefined : contactOf(area)
  const data = contact ? { support_email: contact.email, support_phone: contact.phone } : config
  return (
    <section className="mt-6 max-w-prose">
      <h2 className="lettering text-2xl">Who runs it</h2>
      <p className="mt-2">
        {organization().name}’s organizers run every league: they open the seasons, settle disputed scores and draw the
        play-offs. You arrange your own matches, on courts near you, and both players bring balls.
      </p>
      {data && (
        <p className="mt-2">
          Questions before you buy?{contact ? ` Ask ${contact.name}:` : ''}{' '}
          <a
            className="underline decoration-2 underline-offset-4 hover:no-underline"
            href={`mailto:${data.support_email}`}
          >
            {data.support_email}
          </a>
          {data.support_phone !== '' && (
            <>
              {' '}
              or{' '}
              <a
                className="underline decoration-2 underline-offset-4 hover:no-underline"
                href={`tel:${data.support_phone.replaceAll(/[^+\d]/g, '')}`}
              >
                {data.support_phone}
              </a>
            </>
          )}
          .
        </p>
      )}
      <p className="mt-2">
        Already a player? <TextLink to={paths.signIn}>Sign in</TextLink> to see which divisions fit you.
      </p>
    </section>
  )
}
