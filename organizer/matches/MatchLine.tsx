import { Link } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import type { OrganizerMatch } from './contract.ts'
import { formatPlace, formatMatch, stateBadges } from './format.ts'
import { SidesLine } from './SidesLine.tsx'

/** A match in a list, with a link to it. */
export function MatchLine({ match }: { match: OrganizerMatch }) {
  const badge = stateBadges[match.state]
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.organizer.match(match.id)}
          className="inline-block min-h-6 font-[650] underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          <SidesLine one={match.one.name} two={match.two.name} winner={match.winner} />
        </Link>
        {match.score_line && <span className="figures tabular text-lg [word-spacing:0.3em]">{match.score_line}</span>}
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <p className="text-sm text-ink-soft">
        {formatPlace(match)}, {areaName(match.area)}
      </p>
      <p className="text-sm">{formatMatch(match)}</p>
      {match.dispute && <p className="wrap-anywhere">“{match.dispute}”</p>}
    </div>
  )
}
