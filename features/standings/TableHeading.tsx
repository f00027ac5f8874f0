type TableHeadingProps = {
  /** 'Summer 1 2026'. Undefined while loading, null if there is none. */
  season: string | null | undefined
  /** For example 'Standings'. */
  word: string
}

/**
 * The heading of a table. On a phone the season has a separate line from the start, so that nothing moves when it
 * loads.
 */
export function TableHeading({ season, word }: TableHeadingProps) {
  if (season === null) return word
  return (
    <>
      <span className="block sm:inline">{season ?? '\u00A0'}</span> {season === undefined ? word : word.toLowerCase()}
    </>
  )
}
