import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { getOrganization } from '#/organizer/calls.gen.ts'
import { GendersForm } from './GendersForm.tsx'
import { LogoSection } from './LogoSection.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import { SmallPrices } from './SmallPrices.tsx'

/** The organization's settings, for owners: name, look, contact, money and region. */
export default function OrganizationPage() {
  const read = useRead(getOrganization, {})
  return (
    <Screen
      title="Organization"
      lead="Every page, email, receipt and calendar uses what you enter here. Players see a change on the next page they load."
    >
      <Loaded of={read} loading="Loading the organization">
        {(of) => (
          <>
            <SmallPrices of={of} />
            <LogoSection logo={of.logo} />
            <OrganizationForm of={of} />
            <GendersForm of={of} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
