import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { CalendarSection } from './CalendarSection.tsx'
import { getAvailability } from '#/features/calls.gen.ts'

/** When I can play. */
export default function AvailabilitySettingsPage() {
  const read = useRead(getAvailability, {})
  return (
    <>
      <PageTitle>Availability · Settings</PageTitle>
      <Loaded of={read} loading="Loading your availability" skeleton={{ kind: 'lines' }}>
        {({ weekly, away }) => (
          <AvailabilityForm
            saved={{
              weekly,
              away: away.map(({ from, to }) => ({ from: from.replaceAll('/', '-'), to: to.replaceAll('/', '-') })),
            }}
          />
        )}
      </Loaded>
      <div className="pt-8">
        <CalendarSection />
      </div>
    </>
  )
}
