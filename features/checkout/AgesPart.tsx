import { YearOfBirthField } from '#/features/accounts/YearOfBirthField.tsx'
import { AgeNotices } from '#/features/seasons/AgeNotices.tsx'
import type { Division } from '#/features/seasons/contract.ts'
import type { FieldProps } from '#/web/form.ts'

type AgesPartProps = {
  /** The divisions in the cart that have an age limit. */
  divisions: readonly Division[]
  /** The year in which the season begins. */
  year: number
  /** The year of birth in the profile. Null if it has to be asked for here. */
  known: number | null
  field: FieldProps
}

/** The age limits in the cart. Asks for an unknown year of birth, which the buyer may skip. */
export default function AgesPart({ divisions, year, known, field }: AgesPartProps) {
  return (
    <>
      {/* Placed above the text that changes while the year is typed. */}
      {known === null && <YearOfBirthField field={field} />}
      <AgeNotices divisions={divisions} year={year} year_of_birth={known ?? Number(field.value)} />
    </>
  )
}
