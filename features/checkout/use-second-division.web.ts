import { termsOf } from '#/contract/money.ts'
import type { Season } from '#/features/seasons/contract.ts'
import type { SecondDivision } from '#/rules/second-division.ts'
import { useRead } from '#/web/api.ts'
import { token } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { getSecondDivision } from '#/features/calls.gen.ts'

/** What further divisions of the season cost less for the buyer; null until it is known. */
export function useSecondDivision(season: Pick<Season, 'id' | 'second_division'> | undefined): SecondDivision | null {
  const { id = 0, second_division } = season ?? {}
  // A guest has bought nothing yet.
  const asks = useStored(token) !== null && second_division !== undefined
  const own = useRead(getSecondDivision, { params: { id } }, { enabled: asks })
  if (own.isLoading) return null
  return {
    terms: second_division === undefined ? null : termsOf(second_division),
    has_division: own.data?.has_division ?? false,
  }
}
