import { termsOf, toCents } from '#/contract/money.ts'
import type { Season } from '#/features/seasons/contract.ts'
import type { SecondDivision } from '#/rules/second-division.ts'
import { useRead } from '#/web/api.ts'
import { token } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { getSecondDivision } from '#/features/calls.gen.ts'

/** The buyer's discount on additional divisions of the season. Null until loaded. */
export function useSecondDivision(season: Pick<Season, 'id' | 'second_division'> | undefined): SecondDivision | null {
  const { id = 0, second_division } = season ?? {}
  // A guest has bought nothing yet, so there is nothing to ask.
  const asks = useStored(token) !== null && second_division !== undefined
  const own = useRead(getSecondDivision, { params: { id } }, { enabled: asks })
  if (own.isLoading) return null
  return {
    terms: second_division === undefined ? null : termsOf(second_division),
    has_division: own.data?.has_division ?? false,
    highest_cents: own.data?.highest_price ? toCents(own.data.highest_price) : null,
  }
}
