import type { ComponentProps } from 'react'
import { defaultOrganization, organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { Logo } from './ui/Logo.tsx'

/** The logo of the organization: its sign, and its short name beside it. */
export function OrganizationLogo(props: Omit<ComponentProps<typeof Logo>, 'name' | 'picture'>) {
  const { short_name, logo_hash } = organization()
  // The product's own name is drawn.
  return (
    <Logo
      {...props}
      {...(short_name !== defaultOrganization.short_name && { name: short_name })}
      {...(logo_hash !== null && { picture: paths.organizationLogo(logo_hash) })}
    />
  )
}
