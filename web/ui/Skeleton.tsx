type SkeletonProps = {
  /** How many lines, cards or rows. */
  count?: number
  kind?: 'lines' | 'cards' | 'rows'
  label?: string
}

/** A placeholder for loading content, visible only after 300 ms. */
export function Skeleton({ count = 3, kind = 'lines', label = 'Loading' }: SkeletonProps) {
  const parts = Array.from({ length: count }, (_, index) => index)
  return (
    <div className="animate-late">
      <output className="sr-only">{label}</output>
      <div aria-hidden="true" className={frames[kind]}>
        {parts.map((part) =>
          kind === 'cards' ? (
            <div key={part} className="overflow-hidden rounded-md border border-line">
              <div className="aspect-[16/10] bg-sunk" />
              <div className="flex flex-col gap-3 p-4">
                <div className="h-6 w-2/3 bg-sunk" />
                <div className="h-4 w-1/2 bg-sunk" />
                <div className="h-11 bg-sunk" />
              </div>
            </div>
          ) : (
            <div
              key={part}
              className={kind === 'rows' ? 'h-14 border-b border-line bg-sunk/60' : lineLengths[part % 3]}
            />
          ),
        )}
      </div>
    </div>
  )
}

const frames = {
  lines: 'flex flex-col gap-3',
  cards: 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3',
  rows: 'flex flex-col border-t border-line',
}

const lineLengths = ['h-4 w-full bg-sunk', 'h-4 w-11/12 bg-sunk', 'h-4 w-2/3 bg-sunk']
