import { useState } from 'react'
import { formatLeague } from '#/contract/format.ts'
import { formatList } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import type { MatchCard } from './contract.ts'
import { formatWhen, playersOn } from './format.ts'
import { winnerLabels } from './score-form.web.ts'

/** Matches shown before the player asks for all of them. */
const MOST_SHOWN = 4

/** The player's open matches, each with a link to its form for a win and for a loss. */
export function OpenMatches({ matches }: { matches: readonly MatchCard[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (matches.length === 0) return null
  const shown = showsAll ? matches : matches.slice(0, MOST_SHOWN)
  return (
    <section aria-labelledby="open-matches">
      <h2 id="open-matches" className="lettering mb-3 text-2xl">
        Your open matches
      </h2>
      <ul className="grid gap-3">
        {shown.map((match) => (
          <OpenMatch key={match.id} match={match} />
        ))}
      </ul>
      {shown.length < matches.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {matches.length}
        </Button>
      )}
      <h2 className="lettering mt-8 text-2xl">Another match</h2>
    </section>
  )
}

function OpenMatch({ match }: { match: MatchCard }) {
  const opponents = formatList(playersOn(match.my_side === 1 ? 2 : 1, match).map(({ name }) => name))
  const labels = winnerLabels(match)
  return (
    <li className="flex flex-col gap-3 rounded-sm border border-line bg-surface p-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <h3 className="font-[680] wrap-anywhere">Against {opponents}</h3>
        <p className="text-sm text-ink-soft">
          {formatLeague(match)}
          {match.match_date !== null && `, ${formatWhen(match.match_date, match.match_time)}`}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {(['me', 'them'] as const).map((winner) => (
          <ButtonLink key={winner} to={paths.matchScoreSubmission(match.id, winner)} variant="secondary">
            {labels[winner]}
            <span className="sr-only"> against {opponents}</span>
          </ButtonLink>
        ))}
      </div>
    </li>
  )
}
