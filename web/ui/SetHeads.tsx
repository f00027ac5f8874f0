import { capitalized } from '#/rules/sports/formats.ts'

type SetHeadsProps = {
  count: number
  /** The sport's word for a set. */
  word: string
}

/** The column heads of a scoreboard: the sides, then each set by number. */
export function SetHeads({ count, word }: SetHeadsProps) {
  return (
    <>
      <th scope="col" className="sr-only">
        Player
      </th>
      {Array.from({ length: count }, (_, index) => (
        <th key={index} scope="col" className="text-center text-xs font-[620] text-on-board-soft">
          <span className="sr-only">{capitalized(word)} </span>
          {index + 1}
        </th>
      ))}
    </>
  )
}
