import type { ComponentProps } from 'react'
import { defaultOrganization, organization } from '#/contract/organization.ts'
import { Logo } from './ui/Logo.tsx'

/** The logo of the organization: its sign, and its short name beside it. */
export function OrganizationLogo(props: Omit<ComponentProps<typeof Logo>, 'name'>) {
  const { short_name } = organization()
  // The product's own name is drawn.
  return <Logo {...props} {...(short_name !== defaultOrganization.short_name && { name: short_name })} />
}
