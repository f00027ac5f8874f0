import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { saleProblemAt } from '#/features/seasons/offers.ts'
import { now } from '#/web/now.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'

/**
 * Explains why nothing can be joined in an area. Renders nothing if the area is open. `signedIn`: points to the profile
 * to change the area.
 */
export default function ClosedArea({ area, signedIn }: { area: AreaSlug | undefined; signedIn: boolean }) {
  const problem = saleProblemAt(now(), area)
  if (area === undefined || problem === null) return null
  const name = areaName(area)
  return (
    <Notice
      tone="warn"
      title={
        problem === 'archived'
          ? `No more leagues in ${name}`
          : `${name} opens on ${formatDay(wireDay(problem.sale_from))}`
      }
      actions={signedIn && <ButtonLink to={paths.settings}>Change my area</ButtonLink>}
    >
      {problem === 'archived'
        ? 'You can no longer join leagues there. Your matches and results stay. To join a league, choose another area.'
        : 'From that day on you can join its leagues. Until then you can choose another area.'}
    </Notice>
  )
}
