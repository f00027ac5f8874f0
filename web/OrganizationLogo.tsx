import type { ComponentProps } from 'react'
import { defaultOrganization, organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { initialsOf } from '#/rules/sign.ts'
import { Logo } from './ui/Logo.tsx'

/** The organization's logo or default symbol, with its short name beside it. */
export function OrganizationLogo(props: Omit<ComponentProps<typeof Logo>, 'name' | 'letters' | 'picture'>) {
  const { short_name, locale, logo_hash } = organization()
  // The product's own name is drawn.
  const isOwn = short_name !== defaultOrganization.short_name
  return (
    <Logo
      {...props}
      {...(isOwn && { name: short_name, letters: initialsOf(short_name, locale) })}
      {...(logo_hash !== null && { picture: paths.organizationLogo(logo_hash) })}
    />
  )
}
