import { formatNumber } from '#/contract/locale.ts'
import { getDivisionFit } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Notice } from '#/web/ui/Notice.tsx'

/** A hint if the player's rating is clearly outside those of a division. */
export default function DivisionFit({ division: { id, name } }: { division: { id: number; name: string } }) {
  const { data } = useRead(getDivisionFit, { params: { id } })
  if (!data || data.value === null || data.from === null || data.to === null) return null
  if (data.fit !== 'above' && data.fit !== 'below') return null
  const isAbove = data.fit === 'above'
  return (
    <Notice title={`${name} may be ${isAbove ? 'easy' : 'hard'} for you`}>
      Your rating is {formatNumber(data.value)}. Most players there are between {formatNumber(data.from)} and{' '}
      {formatNumber(data.to)}. A {isAbove ? 'higher' : 'lower'} level could give you closer matches, but it is your
      choice.
    </Notice>
  )
}
