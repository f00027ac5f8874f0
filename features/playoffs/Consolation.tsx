import type { ReactNode } from 'react'
import { BracketDrawing } from './BracketDrawing.tsx'
import type { StageOfPlayoffs } from './contract.ts'

type ConsolationProps = { stages: readonly StageOfPlayoffs[]; decline: ReactNode }

/** The second bracket, of those who have lost their first match. */
export default function Consolation({ stages, decline }: ConsolationProps) {
  const winner = stages.find(({ stage }) => stage === 4)?.rows[0]?.player_one
  return (
    <section aria-labelledby="consolation">
      <h2 id="consolation" className="lettering mb-4 text-2xl">
        Consolation
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">
        {winner
          ? `${winner} has won the consolation.`
          : 'For those who lose the first match that they play. A bye or a walkover does not count.'}
      </p>
      <BracketDrawing stages={stages} label="Drawn consolation" stageHref={null} />
      {decline}
    </section>
  )
}
