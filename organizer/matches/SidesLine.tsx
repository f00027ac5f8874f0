import { Icon } from '#/web/ui/Icon.tsx'
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
      <span className="mr-1 inline-block align-middle">
        <Icon name="result" />
      </span>
      <strong className="font-[750]">{first}</strong> <span className="font-normal">beat {second}</span>
    </>
  )
}
