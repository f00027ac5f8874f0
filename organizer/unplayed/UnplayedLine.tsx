import { areaName } from '#/contract/areas.ts'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import type { Settled, Unplayed } from './contract.ts'
import { formatMessages, formatOutcomeOf, outcomeBadges } from './format.ts'

/** A match, its suggested outcome, and why. */
export function UnplayedLine({ match }: { match: Unplayed | Settled }) {
  const { label, tone } = outcomeBadges[match.outcome]
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-[680]">
          {match.one} against {match.two}
        </strong>
        <Badge tone={tone}>{label}</Badge>
        {'objected' in match && match.objected && <Badge tone="warn">A side objects</Badge>}
      </p>
      <p className="text-sm text-ink-soft">
        {'league_id' in match ? (
          <LeagueLink id={match.league_id}>{match.division_name}</LeagueLink>
        ) : (
          match.division_name
        )}
        , {areaName(match.area)}, {match.season} {match.year}. To be played by {formatDay(match.last_day)}.
      </p>
      <p className="font-[620]">{formatOutcomeOf(match)}.</p>
      <p className="text-sm">{match.reasons.join(' ')}</p>
      {'messages' in match && <p className="text-sm">{formatMessages(match)}</p>}
      {'applies_at' in match && match.applies_at !== null && (
        <p className="text-sm text-ink-soft">
          Applied automatically {formatMoment(match.applies_at)}, unless a side objects.
        </p>
      )}
    </div>
  )
}
