import { formatProvisional } from '#/features/playoffs/format.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { scoreOutcome } from '#/rules/outcome.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { Scoreboard, type Side } from '#/web/ui/Scoreboard.tsx'
import type { PublicResult } from '#/features/matches/contract.ts'
import { stateLooks } from '#/contract/format.ts'

type ResultBoardProps = {
  result: Omit<PublicResult, 'area' | 'decides_title'>
  /** The players' photos and names with links, winner first. None on a public page. */
  people?: readonly [Pick<Side, 'face' | 'label'>, Pick<Side, 'face' | 'label'>]
}

/** A result as a large board: the sets, the score line, how it ended and whether it is confirmed. */
export function ResultBoard({ result, people }: ResultBoardProps) {
  const { winner, opponent, match_status } = result
  const look = stateLooks[result.state]
  return (
    <div className="flex flex-col gap-3">
      <Scoreboard
        size="large"
        sides={[
          { name: winner.name, ...people?.[0] },
          { name: opponent.name, ...people?.[1] },
        ]}
        sets={result.set_games}
        word={sportWords[result.sport].set}
        winner={scoreOutcome(match_status).has_winner ? 0 : null}
        caption={`${winner.name} against ${opponent.name}`}
        foot={
          <span className="flex flex-wrap items-center gap-3">
            <span className="figures text-xl text-on-board [word-spacing:0.3em]">{result.score_line}</span>
            {match_status && <Badge tone="warn">{match_status}</Badge>}
            <Badge tone={look.tone}>{look.label}</Badge>
            {result.kind === 'friendly' && <Badge tone="neutral">Friendly</Badge>}
            {result.provisional && <Badge tone="warn">Provisional</Badge>}
          </span>
        }
      />
      {result.kind === 'friendly' && (
        <p className="max-w-prose text-ink-soft">
          These two have met as often as the season counts, so this match does not count in the table.
        </p>
      )}
      {result.provisional && <p className="max-w-prose text-ink-soft">{formatProvisional({ played: true })}</p>}
    </div>
  )
}
