import { capitalized } from '#/rules/sports/formats.ts'

type SetHeadsProps = {
  count: number
  /** What the sport calls a set. */
  word: string
}

/** The heads of a score board's columns: the sides, then each set by its number. */
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
