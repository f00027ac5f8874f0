import Trophy from 'lucide:trophy'
import type { Side } from './contract.ts'

type SidesLineProps = { one: string; two: string; winner: Side | null }

/** Both sides of a match, the winner first, in bold and with a mark: its score is always from that side. */
export function SidesLine({ one, two, winner }: SidesLineProps) {
  if (winner === null)
    return (
      <>
        {one} against {two}
      </>
    )
  const [first, second] = winner === 'one' ? [one, two] : [two, one]
  return (
    <>
      <Trophy size={16} aria-hidden="true" className="mr-1 inline align-[-0.125em]" />
      <strong className="font-[750]">{first}</strong> <span className="font-normal">beat {second}</span>
    </>
  )
}
