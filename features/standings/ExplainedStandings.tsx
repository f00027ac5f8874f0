import { useSearchParams } from 'react-router'
import type { StandingLine } from './contract.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import type { FullStandingLine } from './place-contract.ts'
import { StandingsTable } from './StandingsTable.tsx'

type ExplainedStandingsProps = {
  league_id: number
  caption: string
  rows: readonly (StandingLine | FullStandingLine)[]
}

/** A league's table in which each place can be explained: ?why= is the entry that the dialog explains. */
export function ExplainedStandings({ league_id, caption, rows }: ExplainedStandingsProps) {
  const [params, setParams] = useSearchParams()
  const why = Number(params.get('why'))

  function ask(entry_id: number | null) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (entry_id === null) next.delete('why')
        else next.set('why', String(entry_id))
        return next
      },
      { replace: entry_id === null },
    )
  }

  return (
    <>
      <StandingsTable caption={caption} rows={rows} onWhy={ask} />
      {Number.isInteger(why) && why > 0 && (
        <PlaceDialog league_id={league_id} entry_id={why} onClose={() => ask(null)} />
      )}
    </>
  )
}
