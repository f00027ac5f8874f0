import { YearOfBirthField } from '#/features/accounts/YearOfBirthField.tsx'
import { AgeNotices } from '#/features/seasons/AgeNotices.tsx'
import type { Division } from '#/features/seasons/contract.ts'
import type { FieldProps } from '#/web/form.ts'

type AgesPartProps = {
  /** Those in the cart that are for some ages. */
  divisions: readonly Division[]
  /** In which the season begins. */
  year: number
  /** The year of birth, where the profile has it; null: it is asked for here. */
  known: number | null
  field: FieldProps
}

/** For whom the ages of a cart are. Somebody who has not told the year of birth is asked for it, and can go on without. */
export default function AgesPart({ divisions, year, known, field }: AgesPartProps) {
  return (
    <>
      {/* Above what changes while it is typed into. */}
      {known === null && <YearOfBirthField field={field} />}
      <AgeNotices divisions={divisions} year={year} year_of_birth={known ?? Number(field.value)} />
    </>
  )
}
