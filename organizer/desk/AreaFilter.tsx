import { useSearchParams } from '#/web/router.tsx'
import { areaAddress, areaName, findArea } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { getOrganizer } from '#/organizer/calls.gen.ts'

/** The area filter of a desk's list, in the URL. Undefined for all areas of the organizer. */
export function useOrganizerArea(): string | undefined {
  const [params] = useSearchParams()
  return findArea(params.get('area')) ?? params.get('area') ?? undefined
}

/** Tabs for the organizer's areas. Hidden if there is only one. */
export function AreaFilter() {
  const [params] = useSearchParams()
  const { data } = useRead(getOrganizer, {})
  const area = useOrganizerArea()
  if (!data || data.areas.length < 2) return null
  const hrefOf = (slug?: string) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    if (slug === undefined) next.delete('area')
    else next.set('area', areaAddress(slug))
    return `?${next}`
  }
  return (
    <div className="mb-6">
      <TabLinks
        label="Area"
        tabs={[
          { to: hrefOf(), label: 'All areas', current: area === undefined },
          ...data.areas.map((slug) => ({ to: hrefOf(slug), label: areaName(slug), current: slug === area })),
        ]}
      />
    </div>
  )
}
