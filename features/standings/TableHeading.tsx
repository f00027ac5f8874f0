type TableHeadingProps = {
  /** 'Summer 1 2026'; undefined while it loads, null where there is none. */
  season: string | null | undefined
  /** 'Standings'. */
  word: string
}

/** The heading of a table. On a phone the season has a line of its own from the start, so that nothing moves when it comes. */
export function TableHeading({ season, word }: TableHeadingProps) {
  if (season === null) return word
  return (
    <>
      <span className="block sm:inline">{season ?? '\u00A0'}</span> {season === undefined ? word : word.toLowerCase()}
    </>
  )
}
