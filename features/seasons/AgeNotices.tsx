import { FIRST_YEAR_OF_BIRTH, fitsAges, formatWhoFits, type AgeGroup } from '#/rules/age-group.ts'
import { Notice } from '#/web/ui/Notice.tsx'

type AgeNoticesProps = {
  divisions: readonly (AgeGroup & { name: string })[]
  /** The year in which the season begins. */
  year: number
  /** Null or incomplete if unknown. */
  year_of_birth: number | null
}

/** Warns a player who does not fit a division's ages, without refusing. Shows nothing to players who fit. */
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
