import { organization } from '#/contract/organization.ts'
import { listedLevels } from '#/contract/levels.ts'
import { formatWhoFits } from '#/rules/age-group.ts'
import { misfitOf, type Fitting, type Misfit, type Eligibility } from '#/rules/fit.ts'

/** How a division of a season does not fit a player, by this installation's levels. Null if it fits. */
export function findMisfit(division: Eligibility, season_year: number, player: Fitting): Misfit | null {
  return misfitOf(division, season_year, player, listedLevels(), organization().genders)
}

/** The misfit in words: 'Meant for women', 'Above your level'. `whose` is the word before 'level', such as 'your'. */
export function formatMisfit(misfit: Misfit, division: Eligibility, season_year: number, whose: string): string {
  switch (misfit) {
    case 'gender':
      return `Meant for ${division.gender === 'Male' ? 'men' : 'women'}`
    case 'ages':
      return `Meant for ${formatWhoFits(division, season_year)}`
    case 'above':
      return `Above ${whose} level`
    case 'below':
      return `Below ${whose} level`
  }
}
