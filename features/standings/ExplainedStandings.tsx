import { useSearchParams } from '#/web/router.tsx'
import { sports, type Sport } from '#/rules/sports/formats.ts'
import type { StandingLine } from './contract.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import type { FullStandingLine } from './place-contract.ts'
import { StandingsTable } from './StandingsTable.tsx'

type ExplainedStandingsProps = {
  /** Null if no league matches; there are no rows then. */
  league_id: number | null
  caption: string
  /** The name of the league's parts with separate tables. Null if it has one table. */
  group: string | null
  rows: readonly (StandingLine | FullStandingLine)[]
  has_results: boolean
  /** Whether positions are won by challenges: an entry has one before its first result. */
  ladder: boolean
  /** Required with full rows: names their sets and games. */
  sport?: Sport
}

/** A league's table with explanations of positions: ?why= is the entry to explain in the dialog. */
export function ExplainedStandings({
  league_id,
  caption,
  group,
  rows,
  has_results,
  ladder,
  sport = sports[0],
}: ExplainedStandingsProps) {
  const [params, setParams] = useSearchParams()
  const why = Number(params.get('why'))
  // A position by lot means nothing.
  const isRanked = ({ wins, losses, ties }: StandingLine) => ladder || wins + losses + ties > 0
  const explained = rows.find(({ entry_id }) => entry_id === why)

  function explain(entry_id: number | null) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (entry_id === null) next.delete('why')
        else next.set('why', String(entry_id))
        return next
      },
      { replace: entry_id === null },
    )
  }

  return (
    <>
      <div className="flex flex-col gap-8">
        {[...Map.groupBy(rows, ({ flight }) => flight)].map(([flight, own]) => (
          <StandingsTable
            key={flight}
            caption={flight === null ? caption : `${group ?? ''} ${flight}, ${caption}`}
            rows={own}
            sport={sport}
            isRanked={isRanked}
            onExplain={explain}
          />
        ))}
      </div>
      {!has_results && (
        <p className="pt-4 text-ink-soft">Nobody has played yet. This table changes with the first score.</p>
      )}
      {league_id !== null && Number.isInteger(why) && why > 0 && (
        <PlaceDialog
          league_id={league_id}
          entry_id={why}
          isRanked={explained === undefined || isRanked(explained)}
          onClose={() => explain(null)}
        />
      )}
    </>
  )
}
