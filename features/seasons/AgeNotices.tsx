import { FIRST_YEAR_OF_BIRTH, fitsAges, formatWhoFits, type AgeGroup } from '#/rules/age-group.ts'
import { Notice } from '#/web/ui/Notice.tsx'

type AgeNoticesProps = {
  divisions: readonly (AgeGroup & { name: string })[]
  /** In which the season begins. */
  year: number
  /** Null, and what is not a whole year yet: not known. */
  year_of_birth: number | null
}

/** For whom divisions of some ages are: a warning to somebody who does not fit, never a refusal; nothing to somebody who does. */
export function AgeNotices({ divisions, year, year_of_birth }: AgeNoticesProps) {
  const known = year_of_birth !== null && year_of_birth >= FIRST_YEAR_OF_BIRTH ? year_of_birth : null
  return divisions.map((division) => {
    const fits = fitsAges(division, year, known)
    return (
      fits !== true && (
        <Notice key={division.name} tone={fits === null ? 'info' : 'warn'} announce={fits === false}>
          {`${division.name} is for ${formatWhoFits(division, year)}.`}
          {fits === false && ' You can still play.'}
        </Notice>
      )
    )
  })
}
