import type { ReactNode } from 'react'
import { formatDay } from '#/contract/format.ts'
import type { PlaceNeeds } from './place-contract.ts'
import { formatLadderPlace, formatMoves, formatNeeds, formatPlaces, formatStatus } from './place-format.ts'

type PlaceNeedsPartProps = {
  needs: PlaceNeeds
  ladder: boolean
  /** The chances. */
  children?: ReactNode
}

/** Shows how an entry can still reach the play-offs, and what its next match decides. */
export function PlaceNeedsPart({ needs, ladder, children }: PlaceNeedsPartProps) {
  const [first, ...others] = formatNeeds(needs)
  const { next } = needs
  return (
    <section className="flex flex-col gap-3">
      <h3 className="lettering text-lg">What it takes to reach the play-offs</h3>
      <p className="font-[650]">{first}</p>
      {others.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {needs.moves && <p>{formatMoves(needs.moves)}</p>}
      {ladder && <p>{formatLadderPlace(needs)}</p>}
      {children}
      {next && (
        <dl className="flex flex-col rounded-sm border border-line">
          <div className="border-b border-line px-3 py-2 text-ink-soft">
            <dt className="inline">Next match: </dt>
            <dd className="inline text-ink">
              {next.opponent}
              {next.match_date && `, ${formatDay(next.match_date)}`}
            </dd>
          </div>
          {(
            [
              ['A win', next.won],
              ['A loss', next.lost],
            ] as const
          ).map(([term, after]) => (
            <div
              key={term}
              className="flex flex-wrap justify-between gap-x-4 px-3 py-2 not-last:border-b not-last:border-line"
            >
              <dt className="font-[650]">{term}</dt>
              <dd className="tabular">
                {formatPlaces(after)}, {formatStatus(after.status, needs.may_add_matches)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!needs.season_over && !ladder && (
        <p className="text-sm text-ink-soft">
          Counted from the results so far and the matches on the schedule
          {needs.only_scheduled ? '' : ', and one against each opponent without a match'}. Ties on wins count as
          undecided as long as sets to come can decide them.
        </p>
      )}
    </section>
  )
}
