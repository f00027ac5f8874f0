import { formatDay, formatLeague } from '#/contract/format.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import { PlayerNames } from '#/features/leagues/PlayerName.tsx'
import { ResultLink } from '#/web/ResultLink.tsx'
import { OutcomeLetter } from './OutcomeLetter.tsx'
import type { PlayedLine } from './page-contract.ts'

type ResultLinesProps = {
  /** From one player's side. */
  results: readonly PlayedLine[]
  label: string
  resultHref: (match_id: number) => string
  /** Whether all are against the same player, whom the heading names. */
  against?: true
}

/** Results of one player, a line or two for each. */
export function ResultLines({ results, label, resultHref, against }: ResultLinesProps) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {results.map((result) => (
        <li key={result.match_id} className="flex items-center gap-3 border-b border-line bg-surface px-3 py-2.5">
          <OutcomeLetter outcome={result.outcome} />
          {!against && <Faces of={result.opponents} />}
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="font-[650] wrap-anywhere">
                {against ? formatDay(result.match_date) : <PlayerNames of={result.opponents} />}
              </span>
              <ResultLink to={resultHref(result.match_id)} score={result.score_line} />
            </span>
            <span className="block text-sm text-ink-soft">
              {!against && <span className="tabular">{formatDay(result.match_date)}, </span>}
              {formatLeague(result)}
              {result.playoff && ', play-offs'}
              {result.partners.length > 0 && (
                <>
                  , with <PlayerNames of={result.partners} />
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
