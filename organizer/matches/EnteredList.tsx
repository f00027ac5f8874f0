import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { Button } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { MatchToEnter, Side } from './contract.ts'
import { SidesLine } from './SidesLine.tsx'

export type Entered = {
  key: number
  match: MatchToEnter & { match_id: number }
  version: number
  /** The form's values, for a result that was entered by mistake. */
  typed: { line: string; match_date: string; match_location: string; reason: string }
  /** From the winner's side. */
  score: string
  winner: Side | null
}

/** The results that were entered since the screen was opened, the last one first. */
export function EnteredList({
  rows,
  busy,
  onUndo,
}: {
  rows: readonly Entered[]
  busy: boolean
  onUndo: (row: Entered) => void
}) {
  return (
    <section aria-labelledby="entered">
      <h2 id="entered" className="lettering pb-3 text-xl">
        Entered now: {rows.length}
      </h2>
      {rows.length === 0 ? (
        <p className="text-ink-soft">Results that you enter are listed here, each with a way back.</p>
      ) : (
        <ol reversed className="flex flex-col">
          {rows.map((row) => {
            const { key, match, score, winner, typed } = row
            const names = `${match.one.name} and ${match.two.name}`
            return (
              <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface p-3">
                <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
                  <SidesLine one={match.one.name} two={match.two.name} winner={winner} />{' '}
                  <span className="figures tabular whitespace-nowrap">{score}</span>
                  <span className="block text-sm text-ink-soft">
                    {match.league}, {formatDay(wireDay(typed.match_date))}
                  </span>
                </p>
                <span className="flex items-center gap-3">
                  <TextLink to={deskPaths.matchScore(match.match_id)}>
                    Correct<span className="sr-only"> {names}</span>
                  </TextLink>
                  <Button variant="secondary" size="sm" busy={busy} onClick={() => onUndo(row)}>
                    Undo<span className="sr-only"> {names}</span>
                  </Button>
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
